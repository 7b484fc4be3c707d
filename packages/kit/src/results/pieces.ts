import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes of JSON that are parsed or written before the event loop may do something else. */
export const PIECE_BYTES = 256 * 1024;

/** A piece that is larger than may be parsed at once. */
export class PieceTooLarge extends Error {
  override name = 'PieceTooLarge';
}

/**
 * Parses JSON of at most one piece.
 *
 * @throws PieceTooLarge, SyntaxError.
 */
export function parsePiece(text: string): unknown {
  if (text.length > PIECE_BYTES) throw new PieceTooLarge(`${text.length} characters of JSON in one piece`);
  return JSON.parse(text);
}

/** How much is done before others get their turn: small enough that nobody waits for more than a few milliseconds. */
const TURN_BYTES = 64 * 1024;

/** Gives the event loop a turn whenever so many bytes have been worked on since the last one. */
export function createYielder(): (bytes: number) => Promise<void> {
  let since = 0;
  return async (bytes) => {
    since += bytes;
    if (since < TURN_BYTES) return;
    since = 0;
    await nextTurn();
  };
}
