import * as Type from 'typebox';

/** Ids of datasets, e.g. `swissprot`. */
export const DATASET_ID = '[a-z][a-z0-9-]{0,63}';

/** Names of releases, e.g. `2026_04`. */
export const RELEASE_ID = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}';

/** Returns the setting that names a dataset. */
export const datasetSetting = (what: string) =>
  Type.String({
    maxLength: 129,
    pattern: `^(${DATASET_ID}(@${RELEASE_ID})?)?$`,
    default: '',
    description: `${what} to search instead of inputs: \`swissprot\` for its newest release, or \`swissprot@2026_04\``,
  });

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
