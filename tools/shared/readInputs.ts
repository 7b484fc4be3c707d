import type { Problem, ToolInput, ToolInputSlot } from '../contract.ts';
import { parseBareSequence, parseFasta, type SequenceRecord } from './fasta.ts';
import { type MoleculeRecord, parseMolfiles, parseSmilesList } from './molecules.ts';
import type { AlignmentRow } from './msa/openRows.ts';
import { type AlignmentFormat, parseAlignment } from './msa/parseAlignment.ts';
import { isPrositeFile, type PatternRecord, parsePatternList, parsePrositeEntries } from './patterns.ts';
import type { TextProblems } from './problems.ts';
import { unfitText } from './text.ts';

/** Where a record came from: its input, and that input's position in the request. */
export type FromInput<R> = R & { inputId: string; inputPath: string };

export interface Records<R> {
  records: FromInput<R>[];
  /** Of the whole slot, those of saved files that are not read yet included. */
  count: number;
  problems: Problem[];
}

/** Ten times the longest sequence that a tool accepts: whole sequences may be on one line. */
const MAX_SEQUENCE_LINE = 1_000_000;

/** Many times what the formats allow. */
const MAX_MOLECULE_LINE = 100_000;

/** PROSITE's own file has lines of 80 characters. */
const MAX_PATTERN_LINE = 10_000;

/** All sequences of a slot, checked against the limits that its contract states. */
export function readSequences(inputs: ToolInput[], slot: ToolInputSlot): Records<SequenceRecord> {
  return readSlot(inputs, slot, MAX_SEQUENCE_LINE, (input, text, maxRecords) => {
    const limits = { maxRecords, maxResidues: slot.capabilities.maxResidues as number };
    const alphabet = input.kind === 'protein' ? 'protein' : 'dna';
    const parse = input.format === 'TEXT' ? parseBareSequence : parseFasta;
    return parse(text, alphabet, limits);
  });
}

/** The rows of the one alignment of a slot. */
export function readAlignment(inputs: ToolInput[], slot: ToolInputSlot): Records<AlignmentRow> {
  return readSlot(inputs, slot, MAX_SEQUENCE_LINE, (input, text, maxRecords) => {
    const limits = { maxRecords, maxColumns: slot.capabilities.maxColumns as number };
    return parseAlignment(text, input.format as AlignmentFormat, limits);
  });
}

/** All molecules of a slot as text; their chemistry is validated at run time. */
export function readMolecules(inputs: ToolInput[], slot: ToolInputSlot): Records<MoleculeRecord> {
  return readSlot(inputs, slot, MAX_MOLECULE_LINE, (input, text, maxRecords, firstNumber) =>
    input.format === 'SMILES'
      ? parseSmilesList(text, { maxRecords }, firstNumber)
      : parseMolfiles(text, input.format as 'SDF' | 'MOL', { maxRecords }, firstNumber),
  );
}

/** All patterns of a slot as text; the tool checks their syntax. */
export function readPatterns(inputs: ToolInput[], slot: ToolInputSlot): Records<PatternRecord> {
  return readSlot(inputs, slot, MAX_PATTERN_LINE, (input, text, maxRecords) => {
    const parse = input.format === 'PROSITE' && isPrositeFile(text) ? parsePrositeEntries : parsePatternList;
    return parse(text, { maxRecords });
  });
}

/** Residues of the sequences of a slot, those of saved files that are not read yet included as far as they are known. */
export function residuesOf(inputs: ToolInput[], slot: ToolInputSlot, records: { sequence: string }[]): number {
  const unread = inputs.filter(({ slotId, text }) => slotId === slot.id && text === undefined);
  const counted = unread.reduce((sum, { residues = 0 }) => sum + residues, 0);
  return records.reduce((sum, { sequence }) => sum + sequence.length, counted);
}

export type Parse<R> = (
  input: ToolInput,
  text: string,
  maxRecords: number,
  firstNumber: number,
) => { records: R[]; problems: TextProblems };

/** The record limits are the slot's, over all its items; of saved files that are not read yet the number is known. */
export function readSlot<R extends object>(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  maxLineLength: number,
  parse: Parse<R>,
): Records<R> {
  const records: FromInput<R>[] = [];
  const problems: Problem[] = [];
  const { min, max } = slot.capabilities.records;
  let unread = 0;
  let count = 0;
  for (const [i, input] of inputs.entries()) {
    if (input.slotId !== slot.id) continue;
    const inputPath = `input.inputs[${i}]`;
    const path = `${inputPath}.content`;
    const left = max - count;
    if (left <= 0) {
      problems.push({
        path,
        message: `slot '${slot.id}' takes at most ${max} records, and the inputs before this one already have that many`,
      });
      break;
    }
    if (input.text === undefined) {
      unread++;
      const found = input.records ?? 1;
      const tooMany = `the file has ${found} records, but slot '${slot.id}' can take only ${left} more`;
      if (found > left) problems.push({ path: `${inputPath}.source.file_id`, message: tooMany });
      count += found;
      continue;
    }
    const unfit = unfitText(input.text, { maxLineLength });
    if (unfit) {
      problems.push({ path, message: unfit });
      continue;
    }
    const parsed = parse(input, input.text, left, count + 1);
    problems.push(...parsed.problems.at(path));
    count += parsed.records.length;
    for (const record of parsed.records) records.push({ ...record, inputId: input.id, inputPath });
  }
  if (unread === 0 && problems.length === 0 && records.length < min)
    problems.push({ path: 'input.inputs', message: `slot '${slot.id}' needs at least ${min} records` });
  return { records, count, problems };
}
