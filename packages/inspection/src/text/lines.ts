import { kindsIn, pairedBytes } from './characters.ts';

/** Longer lines are split into pieces, so that a file of one line needs no more memory than others. */
export const MAX_PIECE = 32 * 1024;

/**
 * A line, or a piece of one, read as Latin-1 without its line ending. `continued`: the piece continues the line of the
 * piece before. `kinds`: its character kinds (`characters.ts`).
 */
export type OnLine = (text: string, continued: boolean, kinds: number) => void;

/** Splits a stream of text into lines with any line endings. The pieces do not depend on the chunk boundaries. */
export class LineSplitter {
  readonly #onLine: OnLine;
  /** Starts with the bytes left over from the last chunk. Reused, because a new window for each chunk would create garbage. */
  #window = pairedBytes(0);
  #waiting = 0;
  #continued = false;

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  add(chunk: Uint8Array): void {
    // Searching and slicing one string is several times as fast as decoding line by line.
    const text = this.#append(chunk);
    const next = (mark: string, from: number) => {
      const at = text.indexOf(mark, from);
      return at === -1 ? text.length : at;
    };
    let start = 0;
    let feed = next('\n', 0);
    let carriage = next('\r', 0);
    // A carriage return at the very end waits: its line feed may come with the next chunk.
    while (feed < text.length || carriage < text.length - 1) {
      const end = Math.min(feed, carriage);
      this.#line(text, start, end);
      start = feed === carriage + 1 ? feed + 1 : end + 1;
      if (feed < start) feed = next('\n', start);
      if (carriage < start) carriage = next('\r', start);
    }
    for (; text.length - start > MAX_PIECE + 1; start += MAX_PIECE) this.#piece(text, start, start + MAX_PIECE);
    this.#window.bytes.copyWithin(0, start, text.length);
    this.#waiting = text.length - start;
  }

  end(): void {
    const text = this.#append(Buffer.alloc(0));
    if (text !== '') this.#line(text, 0, text.endsWith('\r') ? text.length - 1 : text.length);
  }

  /** Returns the bytes left over and the chunk, as text. The window holds the same as bytes. */
  #append(chunk: Uint8Array): string {
    const length = this.#waiting + chunk.length;
    if (length > this.#window.bytes.length) {
      const waiting = this.#window.bytes.subarray(0, this.#waiting);
      this.#window = pairedBytes(2 * length);
      this.#window.bytes.set(waiting);
    }
    this.#window.bytes.set(chunk, this.#waiting);
    return this.#window.bytes.toString('latin1', 0, length);
  }

  #line(text: string, start: number, end: number): void {
    let at = start;
    for (; end - at > MAX_PIECE; at += MAX_PIECE) this.#piece(text, at, at + MAX_PIECE);
    this.#piece(text, at, end);
    this.#continued = false;
  }

  #piece(text: string, start: number, end: number): void {
    this.#onLine(text.slice(start, end), this.#continued, kindsIn(this.#window, start, end));
    this.#continued = true;
  }
}
