import { setImmediate as nextTurn } from 'node:timers/promises';

/** Most bytes of JSON that are parsed or written without yielding to the event loop. */
export const PIECE_BYTES = 256 * 1024;

/** Thrown when a piece is too large to be parsed at once. */
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

/** Bytes processed between two yields: few enough that other work waits for a few milliseconds at most. */
const TURN_BYTES = 64 * 1024;

/** Returns a function that yields to the event loop once enough bytes have been processed since the last yield. */
export function createYielder(): (bytes: number) => Promise<void> {
  let since = 0;
  return async (bytes) => {
    since += bytes;
    if (since < TURN_BYTES) return;
    since = 0;
    await nextTurn();
  };
}
