import type { Staging } from '../../command.ts';
import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { readLigands } from '../ligands/readLigands.ts';
import type { AlignmentRow } from '../msa/openRows.ts';
import { quoted, TextProblems } from '../problems.ts';
import { type Records, readAlignment, readPatterns, readSequences, readSlot } from '../readInputs.ts';
import { readStructures } from '../structure/readStructures.ts';
import { linesOf } from '../text.ts';
import { groupOf } from './kindGroups.ts';

/** A record of any kind. Records of sequences and alignments have a name and letters. */
export interface ConfiguredRecord {
  name: string;
  sequence?: string;
}

const MAX_LINE = 1_000_000;

/** Reads the records of a slot with the reader of its kinds. Problems are found before a job is charged. */
export function readConfigured(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  { structure }: Staging,
): Records<ConfiguredRecord> {
  switch (groupOf(slot.acceptedKinds)) {
    case 'protein':
      return readSequences(inputs, slot);
    case 'msa':
      return withSequences(readAlignment(inputs, slot));
    case 'smiles':
      return readLigands(inputs, slot);
    case 'pattern':
      return readPatterns(inputs, slot);
    case 'structure': {
      const own = inputs.filter(({ slotId }) => slotId === slot.id);
      const readable = own.every(({ format }) => format === 'PDB' || format === 'MMCIF');
      return readable ? readStructures(inputs, slot, structure) : readTexts(inputs, slot);
    }
    default:
      return readTexts(inputs, slot);
  }
}

/** Reads kinds that have no specific reader, as text: one record per input, which must begin as its format requires. */
function readTexts(inputs: ToolInput[], slot: ToolInputSlot): Records<ConfiguredRecord> {
  return readSlot(inputs, slot, MAX_LINE, ({ id, format }, text) => {
    const problems = new TextProblems();
    const wrong = wrongStart(format, text);
    if (wrong) problems.add(wrong);
    return { records: [{ name: id }], problems };
  });
}

function wrongStart(format: string, text: string): string | undefined {
  const first = firstLine(text);
  if (first === undefined) return 'the content is empty';
  const found = `found ${quoted(first.slice(0, 20))}`;
  if (format === 'JSON') return isJson(text) ? undefined : 'is not valid JSON';
  if (format === 'HMM' && !first.startsWith('HMMER3/')) return `line 1: a profile starts with 'HMMER3/', ${found}`;
  if (format === 'NEWICK' && !(first.startsWith('(') && text.trimEnd().endsWith(';')))
    return `a tree begins with '(' and ends with ';', ${found}`;
  return undefined;
}

function firstLine(text: string): string | undefined {
  for (const line of linesOf(text)) if (line.trim() !== '') return line.trim();
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the rows of an alignment with their letters, gaps included, as `sequence`. */
function withSequences({ records, ...rest }: Records<AlignmentRow>): Records<ConfiguredRecord> {
  return { ...rest, records: records.map(({ row, ...record }) => ({ ...record, sequence: row })) };
}
