import type { PublicDataset } from '@rotamer/api/schemas/dataset.ts';
import { type Dataset, type DatasetRelease, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';

/** The dataset of the public API. Its releases are those that were ready at some time. */
export function presentDataset({ id, kind, title, licence, source, releases }: Dataset): PublicDataset {
  return {
    ...{ id, object: 'dataset', kind: kind as PublicDataset['kind'], title, license: licence, source },
    newest_release: releases.find(({ state }) => state === ReleaseState.READY)?.release ?? null,
    releases: releases.map(presentRelease),
  };
}

function presentRelease(one: DatasetRelease): PublicDataset['releases'][number] {
  const { release, state, sha256, records, residues, bytes, readyAt } = one;
  return {
    ...{ release, state: state === ReleaseState.READY ? 'ready' : 'retired', sha256, records, residues, size: bytes },
    taxonomy: (one.taxonomy || 'none') as PublicDataset['releases'][number]['taxonomy'],
    ready_at: readyAt!.toISOString(),
  };
}
