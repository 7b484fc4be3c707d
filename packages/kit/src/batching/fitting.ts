import { encodedBytes, MAX_MESSAGE_BYTES, type MessageType } from '../grpc/encodedBytes.ts';

/** Most bytes of the items of one message; the rest of the 4 MiB is for the fields around them. */
export const MAX_ITEMS_BYTES = MAX_MESSAGE_BYTES - 256 * 1024;

/** Most bytes that the encoding adds to each of several items in a message. */
export const FRAME = 8;

/** Returns how many of the first items fit into one message: at least one, if there are any. */
export function countFitting<Item>(type: MessageType<Item>, items: Item[], maxBytes: number = MAX_ITEMS_BYTES): number {
  let bytes = 0;
  const over = items.findIndex((item, i) => {
    bytes += encodedBytes(type, item) + FRAME;
    return i > 0 && bytes > maxBytes;
  });
  return over === -1 ? items.length : over;
}
