import { visible } from '../output/visible.ts';

/** Maximum characters of an answer, because a person may have to read it. */
export const MAX_ANSWER = 30_000;

/** Maximum characters of one item of a list. */
const MAX_ITEM = 4_000;

/** Maximum characters of the items of a page. The rest of the answer has the remaining space. */
const MAX_PAGE = 24_000;

/** A part of a list. */
export interface Page {
  items: unknown[];
  /** Index of the first item. */
  offset: number;
  /** Number of items in the whole list. */
  total: number;
  /** The offset of the next page; absent on the last page. */
  next_offset?: number;
}

/** Returns at most `limit` items from `offset` on, as many as fit into an answer. An item that is too long is cut and marked. */
export function pageOf(all: readonly unknown[], offset: number, limit: number): Page {
  const items: unknown[] = [];
  let length = 0;
  for (const item of all.slice(offset, offset + limit)) {
    const shown = shorten(item);
    length += JSON.stringify(shown)?.length ?? 0;
    if (items.length > 0 && length > MAX_PAGE) break;
    items.push(shown);
  }
  const next = offset + items.length;
  return { items, offset, total: all.length, ...(items.length > 0 && next < all.length && { next_offset: next }) };
}

function shorten(item: unknown): unknown {
  const text = JSON.stringify(item) ?? '';
  return text.length <= MAX_ITEM ? item : cut(text, MAX_ITEM);
}

/** Returns the beginning of a text, with the number of characters that are left out. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

/** Returns an answer of a tool. Hosts show it to people, so it contains no control characters for terminals. */
export function answer(value: object, isError = false) {
  const text = cut(visible(JSON.stringify(value, null, 1)), MAX_ANSWER);
  return { content: [{ type: 'text' as const, text }], ...(isError && { isError }) };
}
