import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../contract.ts';
import { INPUT_FILE, type Unaligned } from '../shared/native/aligner.ts';
import { indexOfSafeId, withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { readAlignment, readSequences } from '../shared/readInputs.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { nameApart } from '../shared/uniqueNames.ts';
import { existing, sequences } from './tool.ts';

export const EXISTING_FILE = 'existing.afa';

/**
 * Writes the sequences, and the alignment that they are added to, with safe ids. Returns all records, and how many of
 * them belong to the alignment; these come first and have no gaps. All names are unique.
 */
export function stageMafft(job: ToolRun): { read: Unaligned; aligned: number } {
  const isProtein = job.inputs.find(({ slotId }) => slotId === sequences.id)!.kind === 'protein';
  const letters = isProtein ? withoutRareLetters : undefined;
  const added = readSequences(job.inputs, sequences);
  const before = readAlignment(job.inputs, existing);
  const rows = before.records.map(({ row, ...record }) => ({ ...record, sequence: row.replaceAll('-', '') }));
  const { records, repeated } = nameApart([...rows, ...added.records]);
  const again = repeated.map(({ record: { inputId, line, name }, header }) => ({
    ...{ inputId, of: name, line },
    warning: `the alignment has a row ${header} too; this one is called ${name} here`,
  }));
  writeFileSync(join(job.workdir, INPUT_FILE), writeSafeFasta(added.records, letters, rows.length));
  if (rows.length > 0) {
    const gapped = before.records.map(({ row }) => ({ sequence: row }));
    writeFileSync(join(job.workdir, EXISTING_FILE), writeSafeFasta(gapped, letters));
  }
  const warnings = [...before.warnings, ...added.warnings, ...again];
  return { read: { ...added, records, warnings, isProtein }, aligned: rows.length };
}

/** Prefix that MAFFT puts before the names of sequences that it reversed. */
const REVERSED = /^>_R_(\S+)/gm;

/**
 * Returns text and records as MAFFT aligned them. Reversed sequences become reverse complements, with a warning for
 * each.
 */
export function withDirections(text: string, read: Unaligned): { text: string; read: Unaligned } {
  const reversed = new Set([...text.matchAll(REVERSED)].map(([, id]) => indexOfSafeId(id!)));
  if (reversed.size === 0) return { text, read };
  const records = read.records.map((record, i) =>
    reversed.has(i) ? { ...record, sequence: reverseComplement(record.sequence) } : record,
  );
  const turned = read.records.filter((_, i) => reversed.has(i));
  const warnings = turned.map(({ inputId, name, line }) => ({
    ...{ inputId, of: name, line },
    warning: 'was aligned as its reverse complement: see adjust_direction',
  }));
  return { text: text.replace(REVERSED, '>$1'), read: { ...read, records, warnings: [...read.warnings, ...warnings] } };
}
