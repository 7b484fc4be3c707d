/** Returns the key of a file of a release in the blob store, to which `dataset publish` copies releases. */
export const publishedKey = (id: string, release: string, path: string): string =>
  `datasets/releases/${id}/${release}/${path}`;

/** Files that a runner asks for at once. */
export const MAX_SIGNED_FILES = 100;
