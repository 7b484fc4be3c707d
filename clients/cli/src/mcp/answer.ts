import { visible } from '../output/visible.ts';

/** Characters of an answer, which somebody has to read. */
export const MAX_ANSWER = 30_000;

/** Characters of one item of a list. */
const MAX_ITEM = 4_000;

/** Characters of the items of a page: the rest of an answer has its room beside them. */
const MAX_PAGE = 24_000;

/** A part of a list. */
export interface Page {
  items: unknown[];
  /** Of the first item. */
  offset: number;
  /** Items of the whole list. */
  total: number;
  /** Where to read on; absent: this was the end. */
  next_offset?: number;
}

/** At most `limit` items from `offset` on, as many as fit into an answer. What is too long is cut, and says so. */
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

/** The beginning of a text, with the number of characters that are left out. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}

/** An answer of a tool. Hosts show it to people, so nothing in it steers a terminal. */
export function answer(value: object, isError = false) {
  const text = cut(visible(JSON.stringify(value, null, 1)), MAX_ANSWER);
  return { content: [{ type: 'text' as const, text }], ...(isError && { isError }) };
}
