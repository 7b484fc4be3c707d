import type { ResultManifest } from '@rotamer/kit/results/resultManifest.ts';

type ManifestFile = ResultManifest['files'][number];

/** What an item id names: an artifact, or a value that stands in the manifest itself. */
export type FoundItem = { file: ManifestFile } | { value: unknown };

/** Files by their id; structured items by theirs: the file that the item describes, else its value. */
export function findItem({ files, items }: ResultManifest, itemId: string): FoundItem | undefined {
  const file = files.find(({ id }) => id === itemId);
  if (file) return { file };
  const item = items.find(({ id }) => id === itemId);
  if (!item) return undefined;
  const described = files.find(({ name }) => name === item.file_name);
  return described ? { file: described } : { value: item.value };
}
