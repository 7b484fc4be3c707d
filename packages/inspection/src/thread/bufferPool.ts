/** What is lent at a time, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** As many as let one be filled while the thread reads the others; together 1 MiB. */
const PIECES = 4;

/** Memory that goes to the thread with bytes in it and comes back: nothing is copied on the way, nothing becomes garbage. */
export class BufferPool {
  readonly #free = Array.from({ length: PIECES }, () => new Uint8Array(PIECE_BYTES));
  #piece: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  /** Copies the first of these bytes, and says how many; 0 while everything is lent. */
  fill(bytes: Uint8Array): number {
    this.#piece ??= this.#free.pop();
    if (!this.#piece) return 0;
    const part = bytes.subarray(0, PIECE_BYTES - this.#filled);
    this.#piece.set(part, this.#filled);
    this.#filled += part.length;
    return part.length;
  }

  isFull(): boolean {
    return this.#filled === PIECE_BYTES;
  }

  /** Bytes to be sent together with their memory; undefined when there are none. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#piece?.subarray(0, this.#filled);
    this.#piece = undefined;
    this.#filled = 0;
    return bytes;
  }

  giveBack(memory: ArrayBuffer): void {
    this.#free.push(new Uint8Array(memory));
  }
}
