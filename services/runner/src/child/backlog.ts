/** A text without gaps, at its place in a whole log. */
export interface LogPart {
  /** Bytes from the beginning of the log. */
  startsAt: number;
  text: string;
}

/** The parts of a log that wait to be sent. */
export interface Backlog {
  /** Adds a text after this many bytes that were left out. */
  add(text: string, leftOut?: number): void;
  /** Takes at most this many bytes from the front, without a gap within them. */
  take(maxBytes: number): LogPart | undefined;
  isEmpty(): boolean;
}

/** The bytes of a log that are never left out: its first ones. */
const HEAD_BYTES = 192 * 1024;

/** The most bytes that wait. Then the oldest after the head are left out. */
const MAX_BYTES = 576 * 1024;

/** Most bytes of a piece, so that little is left out at a time. */
const PIECE_BYTES = 4 * 1024;

/** Returns an empty backlog. Its memory is bounded: of a flood it keeps the beginning and the end. */
export function createBacklog(): Backlog {
  const pieces: (LogPart & { bytes: number })[] = [];
  let waiting = 0;
  let endsAt = 0;

  function push(text: string): void {
    const last = pieces.at(-1);
    const bytes = Buffer.byteLength(text);
    if (last && last.startsAt + last.bytes === endsAt && last.bytes + bytes <= PIECE_BYTES) {
      last.text += text;
      last.bytes += bytes;
    } else pieces.push({ startsAt: endsAt, text, bytes });
    waiting += bytes;
    endsAt += bytes;
  }

  function leaveOut(): void {
    while (waiting > MAX_BYTES) {
      const at = pieces.findIndex(({ startsAt }) => startsAt >= HEAD_BYTES);
      if (at < 0 || at === pieces.length - 1) return;
      const [oldest] = pieces.splice(at, 1);
      waiting -= oldest!.bytes;
    }
  }

  return {
    add(text, leftOut = 0) {
      endsAt += leftOut;
      for (let from = 0; from < text.length; ) {
        // A quarter, because a UTF-16 unit has up to 3 bytes in UTF-8. A pair of units is not separated.
        let to = Math.min(from + PIECE_BYTES / 4, text.length);
        if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1]!)) to++;
        push(text.slice(from, to));
        from = to;
      }
      leaveOut();
    },
    take(maxBytes) {
      const [first] = pieces;
      if (!first) return undefined;
      let count = 0;
      let bytes = 0;
      for (const piece of pieces) {
        if (piece.startsAt !== first.startsAt + bytes || (count > 0 && bytes + piece.bytes > maxBytes)) break;
        count++;
        bytes += piece.bytes;
      }
      waiting -= bytes;
      const text = pieces.splice(0, count).map((piece) => piece.text);
      return { startsAt: first.startsAt, text: text.join('') };
    },
    isEmpty: () => pieces.length === 0,
  };
}
