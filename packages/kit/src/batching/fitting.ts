import { MAX_MESSAGE_BYTES } from '../grpc/maxMessageBytes.ts';

/** What the items of one message may have together; the rest of 4 MiB is for what stands around them. */
export const MAX_ITEMS_BYTES = MAX_MESSAGE_BYTES - 256 * 1024;

/** How many of the items, from the first on, fit into one message: at least one, if there is any. */
export function countFitting<Item>(
  items: Item[],
  bytesOf: (item: Item) => number,
  maxBytes: number = MAX_ITEMS_BYTES,
): number {
  let bytes = 0;
  const over = items.findIndex((item, i) => {
    bytes += bytesOf(item);
    return i > 0 && bytes > maxBytes;
  });
  return over === -1 ? items.length : over;
}
