import { closeSync, createReadStream, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type ToolDataset, ToolError } from '../../contract.ts';
import type { RecordFilter } from '../datasets/recordFilter.ts';
import { NAMES, OFFSET_BYTES, OFFSETS, SEQUENCES } from '../datasets/records.ts';
import { readTaxa, taxaBelow } from '../datasets/taxa.ts';
import { safeId } from '../native/safeIds.ts';
import { quoted } from '../problems.ts';
import { linesOfStream } from './linesOfStream.ts';

/** A larger choice is searched faster as another dataset. */
export const MAX_CHOSEN_RESIDUES = 500_000_000;

/** Names that a message lists. */
const MAX_LISTED = 5;

/**
 * Returns which records of a release a search uses: 1 at the numbers of these records. Every list of records to search must
 * name the record, and no list of records to leave out may name it. Empty lists do not count.
 *
 * @throws ToolError for a name that no record has.
 */
export async function chooseRecords(dataset: ToolDataset, filter: RecordFilter): Promise<Uint8Array> {
  const chosen = new Uint8Array(dataset.records).fill(1);
  const byTaxa = [
    { taxids: filter.taxids, keep: true },
    { taxids: filter.excludedTaxids, keep: false },
  ].filter(({ taxids }) => taxids.length > 0);
  const taxa = byTaxa.length > 0 ? readTaxa(dataset.dir) : [];
  for (const { taxids, keep } of byTaxa) {
    const isBelow = taxaBelow(dataset.dir, dataset.taxonomy!, taxids);
    for (let i = 0; i < chosen.length; i++) if (isBelow(taxa[i]!) !== keep) chosen[i] = 0;
  }
  const kept = nameList(filter.seqids);
  const left = nameList(filter.excludedSeqids);
  if (kept || left) {
    let number = 0;
    for await (const lines of linesOfStream(createReadStream(join(dataset.dir, NAMES), { highWaterMark: 1024 * 1024 })))
      for (const line of lines) {
        if (line === '') continue;
        const name = line.slice(0, line.indexOf('\t'));
        if (kept && !kept.has(name)) chosen[number] = 0;
        if (left?.has(name)) chosen[number] = 0;
        number++;
      }
    refuseUnknown(dataset, [...(kept?.missing() ?? []), ...(left?.missing() ?? [])]);
  }
  return chosen;
}

/** A list of names, which also finds `sp|P68871|HBB_HUMAN` by its parts. Undefined for an empty list. */
function nameList(names: string[]) {
  if (names.length === 0) return undefined;
  const missing = new Set(names);
  const wanted = new Set(names);
  function found(name: string): boolean {
    if (wanted.has(name)) missing.delete(name);
    return wanted.has(name);
  }
  return {
    has: (name: string) => found(name) || (name.includes('|') && name.split('|').filter(found).length > 0),
    missing: () => [...missing],
  };
}

function refuseUnknown({ id, release }: ToolDataset, missing: string[]): void {
  if (missing.length === 0) return;
  const shown = missing.slice(0, MAX_LISTED).map(quoted).join(', ');
  const more = missing.length > MAX_LISTED ? `, and ${missing.length - MAX_LISTED} more` : '';
  throw new ToolError(`${id}@${release} has no record called ${shown}${more}`);
}

/**
 * Writes the chosen records of a release as FASTA, with the ids that they have in the release.
 *
 * @returns the number of records and of their residues
 * @throws ToolError when no record is chosen, or more residues than fit into the working folder.
 */
export function writeChosen(
  dataset: ToolDataset,
  chosen: Uint8Array,
  path: string,
): { records: number; residues: number } {
  const [offsets, sequences] = [OFFSETS, SEQUENCES].map((name) => openSync(join(dataset.dir, name), 'r')) as [
    number,
    number,
  ];
  const out = openSync(path, 'w', 0o644);
  const end = fstatSync(sequences).size;
  /** Where the header of a record begins, or the file ends. */
  const startOf = (index: number) => (index >= chosen.length ? end : sequenceAt(offsets, index) - headerBytes(index));
  const counts = { records: 0, residues: 0 };
  try {
    for (let first = chosen.indexOf(1); first !== -1; ) {
      const next = chosen.indexOf(0, first);
      const last = next === -1 ? chosen.length : next;
      const [from, to] = [startOf(first), startOf(last)];
      counts.records += last - first;
      counts.residues += to - from;
      for (let index = first; index < last; index++) counts.residues -= headerBytes(index) + 1;
      if (counts.residues > MAX_CHOSEN_RESIDUES) throw tooMany();
      copy(sequences, out, from, to);
      first = next === -1 ? -1 : chosen.indexOf(1, next);
    }
  } finally {
    for (const file of [offsets, sequences, out]) closeSync(file);
  }
  if (counts.records === 0)
    throw new ToolError(`the filter leaves no record of ${dataset.id}@${dataset.release}${hintOf(dataset)}`);
  return counts;
}

const hintOf = ({ taxonomy }: ToolDataset): string =>
  taxonomy === 'taxa'
    ? '; it knows only the taxa of its records, not the taxa above them, unless it is imported with --taxdump'
    : '';

const tooMany = () =>
  new ToolError(
    `the filter leaves more than ${MAX_CHOSEN_RESIDUES} residues; search all records, or ask the operator to import the part as a dataset`,
  );

/** Bytes of `>s000001` and the end of the line. */
const headerBytes = (index: number): number => safeId(index).length + 2;

function sequenceAt(offsets: number, index: number): number {
  const bytes = Buffer.alloc(8);
  readSync(offsets, bytes, 0, 8, index * OFFSET_BYTES + 8);
  return Number(bytes.readBigUInt64LE(0));
}

const PIECE = 1024 * 1024;

function copy(from: number, to: number, start: number, end: number): void {
  const buffer = Buffer.alloc(Math.min(PIECE, end - start));
  for (let at = start; at < end; ) {
    const read = readSync(from, buffer, 0, Math.min(buffer.length, end - at), at);
    if (read === 0) throw new Error(`the sequences of the dataset end at ${at}`);
    for (let written = 0; written < read; ) written += writeSync(to, buffer, written, read - written);
    at += read;
  }
}
