import { MAX_MESSAGE_BYTES } from '../grpc/maxMessageBytes.ts';
import { mostBytes } from './mostBytes.ts';

/** Most bytes of the items of one message; the rest of the 4 MiB is for the fields around them. */
export const MAX_ITEMS_BYTES = MAX_MESSAGE_BYTES - 256 * 1024;

/** How many of the first items surely fit into one message: at least one, if there is any. */
export function countFitting(items: object[], maxBytes: number = MAX_ITEMS_BYTES): number {
  let bytes = 0;
  const over = items.findIndex((item, i) => {
    bytes += mostBytes(item);
    return i > 0 && bytes > maxBytes;
  });
  return over === -1 ? items.length : over;
}
