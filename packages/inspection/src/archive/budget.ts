import { Refusal } from '../inspection.ts';

export const limits = {
  entries: 512,
  unpackedBytes: 100 * 1024 * 1024,
  /** Unpacked bytes for one packed byte; real data stays below 20, DEFLATE can reach 1,032. */
  ratio: 100,
  /** Archives inside an archive; the outermost counts. */
  nesting: 2,
};

/** Little data may be very regular: the ratio means something from here on. */
const RATIO_FROM_BYTES = 64 * 1024;

const wayOut = 'Unpack it and upload the files that jobs need.';

/** What one upload may cost, over all levels. Everything is counted as it streams: declared sizes lie. */
export class Budget {
  #packed = 0;
  #unpacked = 0;
  #entries = 0;

  async *packed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#packed += chunk.length;
      yield chunk;
    }
  }

  async *unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#unpacked += chunk.length;
      if (this.#unpacked > limits.unpackedBytes)
        throw new Refusal('archive_too_large', `the archive unpacks to more than 100 MiB. ${wayOut}`);
      if (this.#unpacked > RATIO_FROM_BYTES && this.#unpacked > limits.ratio * this.#packed)
        throw new Refusal(
          'archive_ratio',
          `the archive unpacks to more than ${limits.ratio} times its size. ${wayOut}`,
        );
      yield chunk;
    }
  }

  addEntry(): void {
    if (++this.#entries > limits.entries)
      throw new Refusal('archive_too_many_entries', `the archive has more than ${limits.entries} entries. ${wayOut}`);
  }

  entries(): number {
    return this.#entries;
  }
}

export function refuseNesting(depth: number): void {
  if (depth > limits.nesting)
    throw new Refusal('archive_nested_too_deep', `archives are nested more than ${limits.nesting} deep. ${wayOut}`);
}
