import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { Taxonomy } from '../../contract.ts';
import { PARENTS, TAXA } from '../datasets/taxa.ts';
import { quoted } from '../problems.ts';
import { type AppendFile, appendFile } from './appendFile.ts';
import { linesOfStream } from './linesOfStream.ts';

/** More lines of a table of taxa would need more than 2 GB of memory. */
const MAX_MAP_LINES = 10_000_000;

/** Larger than any id of NCBI's taxonomy for years. */
const MAX_TAXID = 50_000_000;

/** Ids from here on stand for names of organisms until the taxonomy is read. */
const NAMED = 0x80000000;

/** Finds the taxa of records while a release is written. */
export interface TaxonFinder {
  /** Returns the taxonomy id of a record, or a number that `finishTaxa` replaces. */
  taxonOf(name: string, description: string): number;
  /** Names in brackets at the ends of headers, such as `[Homo sapiens]`, in the order in which they were found. */
  organisms: Map<string, number>;
}

/**
 * Returns a finder that takes the taxon of a record from a table, else from `OX=9606` (UniProt) or `TaxID=9606` (UniRef)
 * in its header, else from `[Homo sapiens]` at its end (NCBI) where a taxonomy brings names.
 */
export function taxonFinder(map: Map<string, number> | undefined, withNames: boolean): TaxonFinder {
  const organisms = new Map<string, number>();
  return {
    organisms,
    taxonOf(name, description) {
      const known = map?.get(name) ?? Number(/(?:^|\s)(?:OX|TaxID)=(\d{1,9})(?:\s|$)/.exec(description)?.[1] ?? 0);
      if (known !== 0 && known <= MAX_TAXID) return known;
      const organism = withNames ? /\[([^[\]]+)\]\s*$/.exec(description)?.[1] : undefined;
      if (organism === undefined) return 0;
      const number = organisms.get(organism) ?? organisms.size;
      organisms.set(organism, number);
      return NAMED + number;
    },
  };
}

/**
 * Reads a table of taxa: on each line the name of a record and its taxonomy id, as `makeblastdb -taxid_map` takes it.
 *
 * @throws Error that names the line of a text of another form.
 */
export async function readTaxonMap(chunks: AsyncIterable<Uint8Array>): Promise<Map<string, number>> {
  const map = new Map<string, number>();
  let number = 0;
  for await (const lines of linesOfStream(chunks))
    for (const line of lines) {
      number++;
      if (line.trim() === '') continue;
      const [name, taxid, ...more] = line.trim().split(/\s+/);
      if (!/^\d{1,9}$/.test(taxid ?? '') || Number(taxid) > MAX_TAXID || more.length > 0)
        throw new Error(
          `taxon map, line ${number}: expected a name and a taxonomy id, found ${quoted(line.slice(0, 80))}`,
        );
      if (number > MAX_MAP_LINES) throw new Error(`the taxon map has more than ${MAX_MAP_LINES} lines`);
      map.set(name!, Number(taxid));
    }
  return map;
}

/** What `finishTaxa` found. */
export interface FoundTaxa {
  taxonomy?: Taxonomy;
  /** Records whose taxon is not known. */
  withoutTaxon: number;
}

/**
 * Writes the taxonomy of a release, from NCBI's `taxdump.tar`, and replaces names of organisms in `taxa.bin` by ids. Removes
 * both files when no record has a taxon.
 *
 * @throws Error for an archive without `nodes.dmp`.
 */
export async function finishTaxa(
  dir: string,
  { organisms }: TaxonFinder,
  taxdump: AsyncIterable<Uint8Array> | undefined,
): Promise<FoundTaxa> {
  const ids = new Uint32Array(organisms.size);
  if (taxdump) writeFileSync(join(dir, PARENTS), await readTaxdump(taxdump, organisms, ids));
  const { records, known } = replaceNames(dir, ids);
  if (known > 0) return { taxonomy: taxdump ? 'lineage' : 'taxa', withoutTaxon: records - known };
  for (const name of [TAXA, PARENTS]) rmSync(join(dir, name), { force: true });
  return { withoutTaxon: records };
}

/** Returns the content of `parents.bin`. A merged id is below the id that it became. */
async function readTaxdump(
  chunks: AsyncIterable<Uint8Array>,
  organisms: Map<string, number>,
  ids: Uint32Array,
): Promise<Buffer> {
  let parents = Buffer.alloc(4 * 65_536);
  let count = 0;
  const set = (id: number, parent: number) => {
    if (!(id > 0 && id <= MAX_TAXID)) throw new Error(`the taxonomy has the id ${id}; the largest is ${MAX_TAXID}`);
    while (parents.length < 4 * (id + 1)) parents = Buffer.concat([parents, Buffer.alloc(parents.length)]);
    parents.writeUInt32LE(parent, 4 * id);
    count = Math.max(count, id + 1);
  };
  const readers: Record<string, (cells: string[]) => void> = {
    'nodes.dmp': ([id, parent]) => set(Number(id), Number(parent)),
    'merged.dmp': ([old, now]) => set(Number(old), Number(now)),
    'names.dmp': ([id, name]) => {
      const number = organisms.get(name!);
      if (number !== undefined) ids[number] = Number(id);
    },
  };
  let hasNodes = false;
  const archive = extract();
  const source = Readable.from(chunks, { objectMode: false });
  source.on('error', (error) => archive.destroy(error));
  source.pipe(archive);
  try {
    for await (const entry of archive) {
      const name = basename(entry.header.name);
      const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
      hasNodes ||= name === 'nodes.dmp';
      if (read) {
        for await (const lines of linesOfStream(entry as AsyncIterable<Uint8Array>))
          for (const line of lines) if (line !== '') read(line.split('|').map((cell) => cell.trim()));
      } else entry.resume();
    }
  } finally {
    source.destroy();
  }
  if (!hasNodes) throw new Error("the taxonomy has no nodes.dmp: give NCBI's taxdump.tar.gz");
  return parents.subarray(0, 4 * count);
}

const PIECE = 4 * 65_536;

/** Returns how many records there are, and of how many the taxon is known. */
function replaceNames(dir: string, ids: Uint32Array): { records: number; known: number } {
  const path = join(dir, TAXA);
  const [from, to] = [openSync(path, 'r'), appendFile(`${path}.new`)] as [number, AppendFile];
  const records = fstatSync(from).size / 4;
  let known = 0;
  try {
    const buffer = Buffer.alloc(PIECE);
    for (
      let read = readSync(from, buffer, 0, PIECE, 0), at = 0;
      read > 0;
      read = readSync(from, buffer, 0, PIECE, at)
    ) {
      const out = Buffer.from(buffer.subarray(0, read));
      for (let i = 0; i < read; i += 4) {
        const found = buffer.readUInt32LE(i);
        const taxid = found >= NAMED ? (ids[found - NAMED] ?? 0) : found;
        out.writeUInt32LE(taxid, i);
        if (taxid !== 0) known++;
      }
      to.write(out);
      at += read;
    }
  } finally {
    closeSync(from);
    to.close();
  }
  renameSync(`${path}.new`, path);
  return { records, known };
}

/** Returns the bytes of an entry of `taxa.bin`. */
export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
