import { Refusal } from '../inspection.ts';
import type { Disk } from './spool.ts';

export const limits = {
  entries: 512,
  unpackedBytes: 100 * 1024 * 1024,
  /** Unpacked bytes per packed byte; real data stays below 20, DEFLATE can reach 1,032. */
  ratio: 100,
  /** Nesting depth of archives; the outermost counts. */
  nesting: 2,
};

/** Small files may compress extremely well: the ratio is checked from this size on. */
const RATIO_FROM_BYTES = 64 * 1024;

const resolution = 'Unpack it and upload the files you need.';

/**
 * Limits for one upload over all nesting levels. Everything is counted as it streams: declared sizes cannot be trusted.
 */
export class Budget {
  readonly disk: Disk;
  #packed = 0;
  #unpacked = 0;
  #entries = 0;

  /** `disk` is shared with other uploads. */
  constructor(disk: Disk) {
    this.disk = disk;
  }

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
        throw new Refusal('archive_too_large', `the archive unpacks to more than 100 MiB. ${resolution}`);
      if (this.#unpacked > RATIO_FROM_BYTES && this.#unpacked > limits.ratio * this.#packed)
        throw new Refusal(
          'archive_ratio',
          `the archive unpacks to more than ${limits.ratio} times its size. ${resolution}`,
        );
      yield chunk;
    }
  }

  addEntry(): void {
    if (++this.#entries > limits.entries)
      throw new Refusal(
        'archive_too_many_entries',
        `the archive has more than ${limits.entries} entries. ${resolution}`,
      );
  }

  entries(): number {
    return this.#entries;
  }
}

export function refuseNesting(depth: number): void {
  if (depth > limits.nesting)
    throw new Refusal('archive_nested_too_deep', `archives are nested more than ${limits.nesting} deep. ${resolution}`);
}
