import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a release of sequences that bring back a record by its number, without reading all others. */
export const SEQUENCES = 'sequences.fasta';
/** A line for each record: name, tab, the rest of its header. */
export const NAMES = 'names.tsv';
/** For each record two unsigned 64-bit integers, little-endian: where its line in `names.tsv` begins, and its residues. */
export const OFFSETS = 'offsets.bin';

export const OFFSET_BYTES = 16;

/** The profiles of a release, as they came. */
export const PROFILES = 'profiles.hmm';

/** The clans of the profiles of a release, as Pfam writes them. A release may have none. */
export const CLANS = 'clans.tsv';

/** What the names of the files of an HH-suite database begin with, in the folder of a release. */
export const HH_DATABASE = 'hhsuite/db';

/** A sequence of a database. `inputId` is undefined for a record of a dataset. */
export interface SearchedRecord {
  name: string;
  description: string;
  sequence: string;
  inputId?: string;
}

/** The sequences of a database, by number. An array of records is one; `openRecords` returns those of a dataset. */
export interface Searched {
  readonly length: number;
  /** The number of records that a filter leaves; undefined without a filter. */
  readonly count?: number;
  at(index: number): SearchedRecord | undefined;
}

/** Returns how many records are searched. */
export const countOf = ({ length, count }: Searched): number => count ?? length;

/** Records that stay in memory, because the rows, regions and pictures of a hit ask for the same one. */
const KEPT = 256;

/** Opens the sequences of a release. `close` releases the files. */
export function openRecords(dir: string): Searched & { close(): void } {
  const [names, sequences, offsets] = [NAMES, SEQUENCES, OFFSETS].map((name) => openSync(join(dir, name), 'r'));
  const length = fstatSync(offsets!).size / OFFSET_BYTES;
  const kept = new Map<number, SearchedRecord>();

  function read(index: number): SearchedRecord {
    const at = readExactly(offsets!, index * OFFSET_BYTES, OFFSET_BYTES);
    const [name = '', description = ''] = readLine(names!, Number(at.readBigUInt64LE(0))).split('\t');
    return { name, description, sequence: readLine(sequences!, Number(at.readBigUInt64LE(8))) };
  }

  return {
    length,
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index >= length) return undefined;
      const known = kept.get(index);
      if (known) return known;
      if (kept.size >= KEPT) kept.clear();
      const record = read(index);
      kept.set(index, record);
      return record;
    },
    close() {
      for (const file of [names, sequences, offsets]) closeSync(file!);
    },
  };
}

function readExactly(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  const read = readSync(file, buffer, 0, bytes, position);
  if (read !== bytes) throw new Error(`a file of the dataset ends at ${position + read}`);
  return buffer;
}

const FIRST_READ = 2_048;

/** Returns the line that begins at a position, without its end. */
function readLine(file: number, position: number): string {
  const parts: Buffer[] = [];
  for (let size = FIRST_READ; ; size *= 2) {
    const buffer = Buffer.alloc(size);
    const read = readSync(file, buffer, 0, size, position);
    const end = buffer.subarray(0, read).indexOf(10);
    parts.push(buffer.subarray(0, end === -1 ? read : end));
    if (end !== -1 || read === 0) return Buffer.concat(parts).toString();
    position += read;
  }
}
