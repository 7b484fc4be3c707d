import { MAX_INLINE_BYTES, type ResultItem, type ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { placeBlocks, type ResultReader, rowsOf } from './resultReader.ts';

/** Maximum and default number of structured items in a page. */
export const MAX_PAGE_ITEMS = 1_000;

/** Most files in a page: signing their URLs is most of its work. */
export const MAX_PAGE_FILES = 200;

/** How many files and structured items of a result precede a page. */
export interface PageStart {
  files: number;
  items: number;
}

export interface ResultPage {
  files: ResultManifest['files'];
  items: ResultItem[];
  /** Where the next page begins; undefined on the last page. */
  next: PageStart | undefined;
}

/** Returns a page of a result, from where the previous one ended: at most `limit` files and items, and items of 1 MiB. */
export async function readResultPage(
  reader: ResultReader,
  manifest: ResultManifest,
  from: PageStart,
  limit: number,
): Promise<ResultPage> {
  const files = manifest.files.slice(from.files, from.files + Math.min(limit, MAX_PAGE_FILES));
  const items = manifest.tables
    ? await readRows(reader, manifest, from.items, limit)
    : manifest.items.slice(from.items, from.items + limit);
  const end = { files: from.files + files.length, items: from.items + items.length };
  const isLast = end.files >= manifest.files.length && end.items >= itemsOf(manifest);
  return { files, items, next: isLast ? undefined : end };
}

/** Returns the number of structured items in a whole result. */
export function itemsOf({ items, tables = [] }: ResultManifest): number {
  return items.length + tables.reduce((sum, table) => sum + rowsOf(table), 0);
}

/** Reads rows of the tables, one table after the other, from only the blocks that the page needs. */
async function readRows(
  reader: ResultReader,
  manifest: ResultManifest,
  from: number,
  limit: number,
): Promise<ResultItem[]> {
  const items: ResultItem[] = [];
  let before = 0;
  let bytes = 0;
  for (const table of manifest.tables!) {
    for (const placed of placeBlocks(manifest, table)) {
      const { block } = placed;
      const skip = Math.max(0, from - before);
      before += block.rows;
      if (skip >= block.rows) continue;
      bytes += block.bytes;
      if (items.length === limit || (items.length > 0 && bytes > MAX_INLINE_BYTES)) return items;
      const rows = await reader.rows(placed);
      items.push(...rows.slice(skip, skip + limit - items.length));
    }
  }
  return items;
}

/** The opaque cursor of a page that begins here. */
export function pageCursor({ files, items }: PageStart): string {
  return Buffer.from(`${files}.${items}`).toString('base64url');
}

const POSITIONS = /^(\d{1,9})\.(\d{1,9})$/;

/** Returns where a page begins; without a cursor it is the first page. */
export function readPageCursor(cursor: string | undefined): PageStart {
  if (cursor === undefined) return { files: 0, items: 0 };
  const [, files, items] = POSITIONS.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const start = { files: Number(files), items: Number(items) };
  if (files !== undefined && pageCursor(start) === cursor) return start;
  throw validationFault([{ path: 'starting_after', message: 'must be taken from the Link header of a previous page' }]);
}
