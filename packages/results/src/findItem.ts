import type { ResultItem, ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { placeBlocks, type ResultReader } from './resultReader.ts';

type ManifestFile = ResultManifest['files'][number];

/** What an item id refers to: an artifact, or a value in the result itself. */
export type FoundItem = { file: ManifestFile } | { value: unknown };

/** Returns the file with this id; else, for a structured item, the file that the item describes, or the item's value. */
export async function findItem(
  reader: ResultReader,
  manifest: ResultManifest,
  itemId: string,
): Promise<FoundItem | undefined> {
  const file = manifest.files.find(({ id }) => id === itemId);
  if (file) return { file };
  const item = manifest.items.find(({ id }) => id === itemId) ?? (await findRow(reader, manifest, itemId));
  if (!item) return undefined;
  const described = manifest.files.find(({ name }) => name === item.file_name);
  return described ? { file: described } : { value: item.value };
}

/** Ids ascend within a table, so only one block of each table can contain the row. */
async function findRow(
  reader: ResultReader,
  manifest: ResultManifest,
  itemId: string,
): Promise<ResultItem | undefined> {
  for (const table of manifest.tables ?? []) {
    const block = [...placeBlocks(manifest, table)].findLast(({ block }) => block.first_id <= itemId);
    const row = block && (await reader.rows(block)).find(({ id }) => id === itemId);
    if (row) return row;
  }
  return undefined;
}
