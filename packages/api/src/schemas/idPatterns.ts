const id = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;

/** The format of a project's id. Handlers check whether the project exists. */
export const PROJECT_ID = id('proj');

/** The format of the id of a collection of files. */
export const COLLECTION_ID = id('col');

/** The error message for text that does not have the format. */
export const patternsInWords: Record<string, string> = {
  [PROJECT_ID]: 'must be the id of a project: proj_ and 26 characters',
  [COLLECTION_ID]: 'must be the id of a collection: col_ and 26 characters',
};
