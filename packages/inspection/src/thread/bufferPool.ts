/** Size of one buffer, in bytes. */
const PIECE_BYTES = 256 * 1024;

/** Enough to fill one while the thread reads the others; 1 MiB together. */
const PIECES = 4;

/** A pool of buffers that are transferred to the thread and back: without copying and without garbage. */
export class BufferPool {
  readonly #free = Array.from({ length: PIECES }, () => new Uint8Array(PIECE_BYTES));
  #piece: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  /** Copies the first of these bytes into a buffer. Returns how many; 0 while all buffers are in use. */
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

  /** Returns the filled part of the current buffer, to be transferred; undefined when the buffer is empty. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#piece?.subarray(0, this.#filled);
    this.#piece = undefined;
    this.#filled = 0;
    return bytes;
  }

  release(memory: ArrayBuffer): void {
    this.#free.push(new Uint8Array(memory));
  }
}
