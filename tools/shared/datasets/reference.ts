import type { DatasetSize, DatasetUse } from '../../contract.ts';

/** Ids of datasets, e.g. `swissprot`. */
export const DATASET_ID = '[a-z][a-z0-9-]{0,63}';

/** Names of releases, e.g. `2026_04`. */
export const RELEASE_ID = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}';

export interface DatasetReference {
  id: string;
  /** Undefined: the newest release. */
  release?: string;
}

/** Parses `swissprot` or `swissprot@2026_04`. Returns undefined for other texts. */
export function parseReference(text: string): DatasetReference | undefined {
  const found = new RegExp(`^(${DATASET_ID})(?:@(${RELEASE_ID}))?$`).exec(text);
  if (!found) return undefined;
  const [, id, release] = found;
  return release === undefined ? { id: id! } : { id: id!, release };
}

/** Names that a refusal lists. */
const MAX_LISTED = 20;

/** A dataset that a workspace may search. */
export interface OfferedDataset<Release extends { release: string; state: string }> {
  id: string;
  kind: string;
  /** Newest first. */
  releases: Release[];
}

/**
 * Returns the release that a reference means: the given one, or the newest that is ready. Otherwise returns why there
 * is none, as a clause that lists what there is. Pure.
 */
export function chooseRelease<Release extends { release: string; state: string }>(
  datasets: OfferedDataset<Release>[],
  use: DatasetUse,
  wanted: DatasetReference,
): { dataset: OfferedDataset<Release>; release: Release } | { problem: string } {
  const dataset = datasets.find(({ id }) => id === wanted.id);
  if (!dataset) {
    const names = datasets.filter((each) => isUsable(each, use)).map(({ id }) => id);
    return { problem: `there is no dataset '${wanted.id}'; ${listed('there are', names)}` };
  }
  const ready = dataset.releases.filter(({ state }) => state === 'ready');
  const found = wanted.release === undefined ? ready[0] : ready.find(({ release }) => release === wanted.release);
  if (found) return { dataset, release: found };
  const names = ready.map(({ release }) => `${wanted.id}@${release}`);
  return { problem: `${whyNone(dataset, wanted)}; ${listed('there are', names)}` };
}

function whyNone({ id, releases }: OfferedDataset<{ release: string; state: string }>, { release }: DatasetReference) {
  if (release === undefined) return `no release of ${id} is ready`;
  const isRetired = releases.some((each) => each.release === release && each.state === 'retired');
  return isRetired ? `release '${release}' of ${id} is retired` : `${id} has no release '${release}'`;
}

const isUsable = (
  { kind, releases }: OfferedDataset<{ release: string; state: string }>,
  { kinds }: DatasetUse,
): boolean => (kinds as string[]).includes(kind) && releases.some(({ state }) => state === 'ready');

function listed(words: string, names: string[]): string {
  if (names.length === 0) return `${words} none`;
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : '';
  return `${words}: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
}

/** Returns the kind of the records of a dataset of sequences. */
export const kindOfDataset = ({ kind }: DatasetSize): 'protein' | 'dna' =>
  kind === 'protein-sequences' ? 'protein' : 'dna';
