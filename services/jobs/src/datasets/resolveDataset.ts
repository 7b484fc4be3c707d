import type { Queryable } from '@rotamer/kit/db/db.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { DatasetUse, PinnedDataset, Settings } from '@rotamer/tools/contract.ts';
import { chooseRelease, parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import { readDatasets } from './datasetStore.ts';

export interface Resolved {
  /** The settings with the release named: `swissprot@2026_04`. */
  settings: unknown;
  /** Undefined when the settings name no dataset. */
  dataset?: PinnedDataset;
}

/**
 * Finds the release that the settings of a request name: a given one, or the newest that is ready.
 *
 * @throws validation_error that lists what the workspace may search.
 */
export async function resolveDataset(
  db: Queryable,
  use: DatasetUse | undefined,
  settings: unknown,
  workspaceId: string,
): Promise<Resolved> {
  const named = use && (settings as Settings | null)?.[use.setting];
  const wanted = typeof named === 'string' ? parseReference(named) : undefined;
  // The check of the settings refuses other values.
  if (!use || !wanted) return { settings };
  let chosen = chooseRelease(await readDatasets(db, { workspaceId, id: wanted.id }), use, wanted);
  // Only a refusal lists the other datasets.
  if ('problem' in chosen) chosen = chooseRelease(await readDatasets(db, { workspaceId }), use, wanted);
  if ('problem' in chosen) throw validationFault([{ path: `settings.${use.setting}`, message: chosen.problem }]);
  const { dataset, release: found } = chosen;
  const reference = `${dataset.id}@${found.release}`;
  return {
    settings: { ...(settings as Settings), [use.setting]: reference },
    dataset: {
      ...{ id: dataset.id, release: found.release, kind: dataset.kind as PinnedDataset['kind'] },
      ...{ sha256: found.sha256!, records: found.records!, residues: found.residues! },
      ...(found.taxonomy && { taxonomy: found.taxonomy }),
    },
  };
}
