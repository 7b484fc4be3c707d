import { type DatasetRelease, type Dataset as ProtoDataset, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { Dataset, NamedRelease } from './datasetStore.ts';

const states = {
  importing: ReleaseState.IMPORTING,
  building: ReleaseState.BUILDING,
  ready: ReleaseState.READY,
  retired: ReleaseState.RETIRED,
  failed: ReleaseState.FAILED,
} as const;

/** Returns a dataset as workspaces see it: without the other workspaces that may search it. */
export function presentDataset({ everyone: _everyone, workspaceIds: _ids, ...dataset }: Dataset): ProtoDataset {
  return { ...dataset, everyone: false, workspaceIds: [], releases: dataset.releases.map(presentRelease) };
}

/** Returns a dataset as operators see it. */
export function presentWhole(dataset: Dataset): ProtoDataset {
  return { ...dataset, releases: dataset.releases.map(presentRelease) };
}

export function presentRelease(release: NamedRelease): DatasetRelease {
  const { sha256 = '', records = 0, residues = 0, bytes = 0, failure = '', taxonomy = '', state } = release;
  const { readyAt, createdAt } = release;
  return {
    release: release.release,
    state: states[state],
    sha256,
    records,
    residues,
    bytes,
    taxonomy,
    failure,
    readyAt,
    createdAt,
  };
}
