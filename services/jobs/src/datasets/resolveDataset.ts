import type { Queryable } from '@rotamer/kit/db/db.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { DatasetUse, PinnedDataset, Settings } from '@rotamer/tools/contract.ts';
import { parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import { type Dataset, readDatasets } from './datasetStore.ts';

/** Names that a refusal lists. */
const MAX_LISTED = 20;

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
  const datasets = await readDatasets(db, { workspaceId });
  const dataset = datasets.find(({ id }) => id === wanted.id);
  const path = `settings.${use.setting}`;
  if (!dataset) {
    const names = datasets.filter((each) => isUsable(each, use)).map(({ id }) => id);
    throw validationFault([{ path, message: `there is no dataset '${wanted.id}'; ${listed('there are', names)}` }]);
  }
  const ready = dataset.releases.filter(({ state }) => state === 'ready');
  const found = wanted.release === undefined ? ready[0] : ready.find(({ release }) => release === wanted.release);
  if (!found) {
    const state = dataset.releases.find(({ release }) => release === wanted.release)?.state;
    const which = wanted.release === undefined ? 'release' : `release '${wanted.release}'`;
    const what = state === 'retired' ? `${which} of ${wanted.id} is retired` : `${wanted.id} has no ${which}`;
    const names = ready.map(({ release }) => `${wanted.id}@${release}`);
    throw validationFault([{ path, message: `${what}; ${listed('there are', names)}` }]);
  }
  const reference = `${dataset.id}@${found.release}`;
  return {
    settings: { ...(settings as Settings), [use.setting]: reference },
    dataset: {
      ...{ id: dataset.id, release: found.release, kind: dataset.kind as PinnedDataset['kind'] },
      ...{ sha256: found.sha256!, records: found.records!, residues: found.residues! },
    },
  };
}

const isUsable = ({ kind, releases }: Dataset, { kinds }: DatasetUse): boolean =>
  (kinds as string[]).includes(kind) && releases.some(({ state }) => state === 'ready');

function listed(words: string, names: string[]): string {
  if (names.length === 0) return `${words} none`;
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : '';
  return `${words}: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
}
