import type { Problem, ToolInput, ToolInputSlot } from '../contract.ts';
import { parseBareSequence, parseFasta, type SequenceRecord } from './fasta.ts';
import { type MoleculeRecord, parseSmilesList } from './molecules.ts';
import { parseMolfiles } from './molfiles.ts';
import type { AlignmentRow } from './msa/openRows.ts';
import { type AlignmentFormat, parseAlignment } from './msa/parseAlignment.ts';
import type { ReadNotes } from './notes.ts';
import { cutProsite, isPrositeFile, type PatternRecord, parsePatternList, parsePrositeEntries } from './patterns.ts';
import { MAX_PROBLEMS_PER_INPUT, quoted, type TextProblems } from './problems.ts';
import { unfitText } from './text.ts';
import { nameApart, numbered } from './uniqueNames.ts';

/** A record with the input that it came from, and that input's position in the request. */
export type FromInput<R> = R & { inputId: string; inputPath: string };

export interface Records<R> extends ReadNotes {
  records: FromInput<R>[];
  /** Number of records of the whole slot, including saved files that are not read yet. */
  count: number;
  problems: Problem[];
}

/** Many times longer than lines of these formats can be. */
const MAX_MOLECULE_LINE = 100_000;

/** PROSITE's own file has lines of 80 characters. */
const MAX_PATTERN_LINE = 10_000;

/**
 * Reads all sequences of a slot and checks them against the limits of its contract. Names become unique (`nameApart`):
 * within the slot, or within each input if the tool has results for each input. A whole genome may be on one line.
 */
export function readSequences(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  namesDifferWithin: 'slot' | 'input' = 'slot',
): Records<SequenceRecord> {
  const read = readSlot(inputs, slot, Number.POSITIVE_INFINITY, (input, text, maxRecords) => {
    const limits = {
      maxRecords,
      maxResidues: slot.capabilities.maxResidues as number,
      leavesOut: slot.capabilities.oddRecords === 'left_out',
    };
    const alphabet = input.kind === 'protein' ? 'protein' : 'dna';
    const parse = input.format === 'TEXT' ? parseBareSequence : parseFasta;
    return parse(text, alphabet, limits);
  });
  return withNamesApart(read, namesDifferWithin);
}

/** Reads the rows of the one alignment of a slot. Names become unique (`nameApart`). */
export function readAlignment(inputs: ToolInput[], slot: ToolInputSlot): Records<AlignmentRow> {
  const read = readSlot(inputs, slot, Number.POSITIVE_INFINITY, (input, text, maxRecords) => {
    const limits = { maxRecords, maxColumns: slot.capabilities.maxColumns as number };
    return parseAlignment(text, input.format as AlignmentFormat, limits);
  });
  return withNamesApart(read, 'slot');
}

function withNamesApart<R extends { name: string; description: string; line: number }>(
  read: Records<R>,
  within: 'slot' | 'input',
): Records<R> {
  const groups = within === 'slot' ? [read.records] : [...Map.groupBy(read.records, ({ inputId }) => inputId).values()];
  const named = groups.map((group) => nameApart(group));
  const again = named.flatMap(({ repeated }) => repeated).slice(0, MAX_REPEATS_TOLD);
  const warnings = again.map(({ record: { inputId, line, name }, header }) => ({
    ...{ inputId, of: name, line },
    warning: `another record has the header ${quoted(header)} too; this one is called ${quoted(name)} here`,
  }));
  return { ...read, records: named.flatMap(({ records }) => records), warnings: [...read.warnings, ...warnings] };
}

/** Maximum number of warnings about repeated names. */
const MAX_REPEATS_TOLD = 1_000;

/**
 * Reads all molecules of a slot as text. Their chemistry is validated at run time. Names come from `nameTag`, if a
 * molecule has that tag, and become unique.
 */
export function readMolecules(inputs: ToolInput[], slot: ToolInputSlot, nameTag?: unknown): Records<MoleculeRecord> {
  const read = readSlot(inputs, slot, MAX_MOLECULE_LINE, (input, text, maxRecords, firstNumber) => {
    const limits = { maxRecords, ...(typeof nameTag === 'string' && { nameTag }) };
    return input.format === 'SMILES'
      ? parseSmilesList(text, limits, firstNumber)
      : parseMolfiles(text, input.format as 'SDF' | 'MOL', limits, firstNumber);
  });
  return withNumbers(read);
}

/** Makes names unique: the first record keeps a name; others get `_2`, `_3`, … and a warning that says `what` they are. */
export function withNumbers<R extends { name: string; line?: number }>(
  read: Records<R>,
  what = 'molecule',
): Records<R> {
  const names = numbered(read.records.map(({ name }) => name));
  const again = read.records
    .map((record, i) => ({ ...record, newName: names[i]! }))
    .filter((r) => r.newName !== r.name);
  const warnings = again.slice(0, MAX_REPEATS_TOLD).map(({ inputId, line, name, newName }) => ({
    ...{ inputId, of: newName, line: line ?? null },
    warning: `another ${what} is called ${quoted(name)} too; this one is called ${quoted(newName)} here`,
  }));
  const records = read.records.map((record, i) => ({ ...record, name: names[i]! }));
  return { ...read, records, warnings: [...read.warnings, ...warnings] };
}

/** Reads all patterns of a slot as text. The tool checks their syntax. */
export function readPatterns(inputs: ToolInput[], slot: ToolInputSlot): Records<PatternRecord> {
  const read = readSlot(inputs, slot, MAX_PATTERN_LINE, (input, text, maxRecords) => {
    if (!slot.acceptedFormats.includes('PROSITE')) return parsePatternList(text, { maxRecords });
    if (input.format === 'PROSITE' && isPrositeFile(text)) return parsePrositeEntries(text, { maxRecords });
    return parsePatternList(text, { maxRecords }, cutProsite);
  });
  return withNumbers(read, 'pattern');
}

/**
 * Returns the number of residues of a slot's sequences, including those of saved files that are not read yet, if their
 * number is known.
 */
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

/**
 * Returns the faults of the records when no record of a slot can be used. Otherwise the run rejects single faulty
 * records with their reasons.
 */
function faultsOf(records: FromInput<{ fault?: string }>[]): Problem[] {
  if (!records.every(({ fault }) => fault)) return [];
  const problems = records.map(({ fault, inputPath }) => ({ path: `${inputPath}.content`, message: fault! }));
  return problems.slice(0, MAX_PROBLEMS_PER_INPUT);
}

/**
 * Reads the records of a slot. Its limits apply to all inputs of the slot together; saved files that are not read yet
 * count with their known number of records.
 */
export function readSlot<R extends object>(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  maxLineLength: number,
  parse: Parse<R>,
): Records<R> {
  const records: FromInput<R>[] = [];
  const problems: Problem[] = [];
  const notes: ReadNotes = { warnings: [], leftOut: [] };
  const { min, max } = slot.capabilities.records;
  const isOmitted = slot.min === 0 && !inputs.some(({ slotId }) => slotId === slot.id);
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
    for (const warning of parsed.problems.warnings) notes.warnings.push({ ...warning, inputId: input.id });
    for (const record of parsed.problems.leftOut) notes.leftOut.push({ ...record, inputId: input.id });
  }
  if (unread === 0 && problems.length === 0) problems.push(...faultsOf(records));
  if (!isOmitted && unread === 0 && problems.length === 0 && records.length < min) {
    const [odd] = notes.leftOut;
    const others = odd ? `; ${notes.leftOut.length} cannot be used, such as ${quoted(odd.name)}: ${odd.reason}` : '';
    const needed = min === 1 ? 'one record' : `${min} records`;
    problems.push({ path: 'input.inputs', message: `slot '${slot.id}' needs at least ${needed}${others}` });
  }
  return { records, count, problems, ...notes };
}
