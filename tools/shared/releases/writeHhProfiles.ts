import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { HH_DATABASE } from '../datasets/records.ts';
import { quoted } from '../problems.ts';
import { appendFile } from './appendFile.ts';
import { readIndex } from './ffindex.ts';
import type { Counts } from './writeSequences.ts';

/** A file of a database as HH-suite names it: `pdb70_a3m.ffdata`. */
const FILE = /^(.+)_(a3m|hhm|cs219)\.ff(data|index)$/;

/** HHsearch 3.3 ends with a fault of memory without the alignments, or without the states of their columns. */
const NEEDED = ['a3m', 'cs219'];

/**
 * Copies a database of HH-suite from a tar archive of its files, and counts its profiles and their match columns. Other
 * files of the archive are left out.
 *
 * @throws Error when the archive does not have the files of exactly one database, or when its index and data differ.
 */
export async function writeHhProfiles(
  chunks: AsyncIterable<Uint8Array>,
  dir: string,
  onRecords: (counts: Counts) => void = () => {},
): Promise<Counts> {
  mkdirSync(dirname(join(dir, HH_DATABASE)), { recursive: true, mode: 0o755 });
  const found = await unpack(chunks, dir);
  const missing = NEEDED.flatMap((part) => [`${part}.ffdata`, `${part}.ffindex`]).find((name) => !found.has(name));
  if (missing !== undefined) throw new Error(`the archive has no file *_${missing}`);
  for (const part of ['a3m', 'hhm', 'cs219'])
    if (found.has(`${part}.ffdata`) !== found.has(`${part}.ffindex`))
      throw new Error(`the archive has only one of *_${part}.ffdata and *_${part}.ffindex`);
  const counts = { records: 0, residues: 0 };
  const sizeOf = (part: string) => statSync(join(dir, `${HH_DATABASE}_${part}.ffdata`)).size;
  for (const part of ['cs219', 'a3m', ...(found.has('hhm.ffdata') ? ['hhm'] : [])]) {
    let records = 0;
    for await (const { length } of readIndex(join(dir, `${HH_DATABASE}_${part}.ffindex`), sizeOf(part))) {
      records++;
      // A state for each column, and a zero byte.
      if (part === 'cs219') counts.residues += length - 1;
    }
    if (part === 'cs219') counts.records = records;
    else if (records !== counts.records)
      throw new Error(`*_${part}.ffindex has ${records} profiles, *_cs219.ffindex has ${counts.records}`);
    onRecords(counts);
  }
  if (counts.records === 0) throw new Error('the database has no profile');
  return counts;
}

/** Writes the files of the database. Returns their names without that of the database: `a3m.ffdata`. */
async function unpack(chunks: AsyncIterable<Uint8Array>, dir: string): Promise<Set<string>> {
  const found = new Set<string>();
  let name: string | undefined;
  const archive = extract();
  const source = Readable.from(chunks, { objectMode: false });
  source.on('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const { type, name: path } = entry.header;
      const [, database, part, kind] = FILE.exec(basename(path)) ?? [];
      if (type !== 'file' || database === undefined) {
        entry.resume();
        continue;
      }
      name ??= database;
      const file = `${part}.ff${kind}`;
      if (database !== name) throw new Error(`the archive has two databases, ${quoted(name)} and ${quoted(database)}`);
      if (found.has(file)) throw new Error(`the archive has ${quoted(basename(path))} twice`);
      found.add(file);
      await copy(entry, join(dir, `${HH_DATABASE}_${file}`));
    }
  } finally {
    source.destroy();
  }
  return found;
}

async function copy(chunks: AsyncIterable<unknown>, path: string): Promise<void> {
  const file = appendFile(path);
  try {
    for await (const chunk of chunks) file.write(chunk as Buffer);
  } finally {
    file.close();
  }
}
