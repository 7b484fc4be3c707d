import { readFileSync, statSync } from 'node:fs';
import * as Type from 'typebox';
import { type Kind, type Program, ToolError, type ToolInput, type ToolInputSlot } from '../../contract.ts';
import { notePorts } from '../notes.ts';
import { filePort, itemsPort, picturePort } from '../ports.ts';
import { plainCapabilities } from '../slots.ts';
import { linesOf } from '../text.ts';
import { asDna, indexOfSafeId, withoutRareLetters } from './safeIds.ts';

/** Shared by the tools that compare queries with a database of the user and write a line per match, such as BLAST. */

export const queriesSlot = (acceptedKinds: Kind[]): ToolInputSlot => ({
  id: 'queries',
  label: 'Query sequences',
  min: 1,
  max: 20,
  acceptedKinds,
  acceptedFormats: ['FASTA'],
  defaultKind: 'protein',
  capabilities: plainCapabilities({ min: 1, max: 100 }, { maxResidues: 100_000, externalSources: ['uniprot'] }),
});

const MAX_TOTAL = 50_000_000;

/** The slot of a database of the user, which is empty where the request names a dataset. */
export const matchedSlot = (acceptedKinds: Kind[]): ToolInputSlot => ({
  id: 'database',
  label: 'Database sequences',
  description: `The sequences that are searched, at most ${MAX_TOTAL} residues together`,
  min: 0,
  max: 20,
  acceptedKinds,
  acceptedFormats: ['FASTA'],
  defaultKind: 'protein',
  capabilities: {
    ...plainCapabilities({ min: 1, max: 200_000 }, { maxResidues: 10_000_000, externalSources: ['uniprot'] }),
    maxTotal: MAX_TOTAL,
    oddRecords: 'left_out',
  },
});

const closed = { additionalProperties: false };

/** A match, with the column names of BLAST's own tables. */
export const matchItem = Type.Object(
  {
    qseqid: Type.String({ description: 'Query' }),
    sseqid: Type.String({ description: 'Sequence of the database' }),
    pident: Type.Number({ description: 'Identical positions of the alignment, in percent' }),
    length: Type.Integer({ description: 'Columns of the alignment' }),
    mismatch: Type.Integer(),
    gapopen: Type.Integer({ description: 'Number of gaps' }),
    qstart: Type.Integer({
      description: 'In the query, counted from 1; greater than `qend` where its reverse strand was translated',
    }),
    qend: Type.Integer(),
    sstart: Type.Integer({ description: 'In the sequence of the database; greater than `send` on the reverse strand' }),
    send: Type.Integer(),
    evalue: Type.Number(),
    bitscore: Type.Number(),
    qlen: Type.Integer({ description: 'Length of the query' }),
    slen: Type.Integer(),
    qcovs: Type.Number({ description: 'Part of the query that the sequence covers, in percent' }),
    qframe: Type.Integer({
      description:
        'Reading frame of the query where it was translated: 1 to 3, or -1 to -3 on the reverse strand; in searches of DNA by DNA its strand, 1 or -1; 0 for proteins',
    }),
    sframe: Type.Integer({ description: 'The same of the sequence of the database' }),
    stitle: Type.String({ description: 'What the header of the sequence says after its name' }),
  },
  closed,
);

export const COLUMNS = Object.keys(matchItem.properties) as (keyof typeof matchItem.properties)[];

/** The columns that programs write: all but the title, because programs never see titles. */
export const PROGRAM_COLUMNS = COLUMNS.filter((column) => column !== 'stitle');

type Column = (typeof COLUMNS)[number];
const NUMBERS: Column[] = PROGRAM_COLUMNS.slice(2);

/** Returns the value of a column of a match. */
export const numberOf = ({ numbers }: Match, column: Column): number => numbers[NUMBERS.indexOf(column)]!;

/** Returns a match with another value in a column. */
export const withValue = (match: Match, column: Column, value: number): Match => ({
  ...match,
  numbers: match.numbers.with(NUMBERS.indexOf(column), value),
});

export const matchSummary = Type.Object(
  {
    query: Type.String(),
    hits: Type.Integer({ description: 'Rows; a sequence may have several' }),
    subjects: Type.Integer({ description: 'Different sequences among them' }),
    searched: Type.Integer({ description: 'Sequences of the database' }),
  },
  closed,
);

/** Maximum number of rows of a job. Its table has all matches. */
export const MAX_ITEMS = 100_000;

/** A search without hits is a valid result, so only the summary and the table are required. */
export const matchPorts = [
  itemsPort('summary', 'Number of hits of each query', matchSummary),
  itemsPort('hits', `Hits, best first for each query; at most ${MAX_ITEMS}`, matchItem, false),
  filePort('hit_sequences', 'Proteins that were hit, each once', { kind: 'protein', format: 'FASTA', required: false }),
  filePort('matched_regions', 'The parts of proteins that were matched', {
    kind: 'protein',
    format: 'FASTA',
    required: false,
  }),
  filePort('hits_table', 'All hits as a table', { kind: 'table', format: 'TSV' }),
  picturePort('Hits along a query', false),
  ...notePorts,
];

/** Ports of tools that also search DNA. */
export const nucleotidePorts = [
  filePort('hit_nucleotides', 'DNA sequences that were hit, each once', {
    kind: 'dna',
    format: 'FASTA',
    required: false,
  }),
  filePort('matched_nucleotides', 'The parts of DNA sequences that were matched, as they were read', {
    kind: 'dna',
    format: 'FASTA',
    required: false,
  }),
];

export const evalueSetting = Type.Number({
  minimum: 1e-300,
  maximum: 1000,
  default: 1e-3,
  description: 'Largest E-value of a hit',
});

/** Returns the function that replaces letters which programs do not know. */
export const lettersOf = (kind: string) => (kind === 'protein' ? withoutRareLetters : asDna);

/** Returns the kind of the inputs of a slot. Tools refuse a slot with several kinds. */
export const kindOf = (inputs: ToolInput[], slot: ToolInputSlot): string =>
  inputs.find(({ slotId }) => slotId === slot.id)!.kind;

/** A line of a program's table, with the indices of both sequences. */
export interface Match {
  query: number;
  subject: number;
  /** All columns except the two names. */
  numbers: number[];
  /** Cells of the columns that a user asked for, as the program wrote them. */
  extra: string[];
}

const MAX_MIB = 256;

/**
 * Reads the matches of a table without header, best first for each query. `columns` is how many columns of `matchItem`
 * the program writes, and `extra` how many columns follow them.
 *
 * @throws ToolError when the file is missing, or has a line that is not a match.
 */
export function readMatches(
  { command }: Program,
  path: string,
  queries: number,
  subjects: number,
  columns = PROGRAM_COLUMNS.length,
  extra = 0,
): Match[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new ToolError(`${command} wrote no result`);
  if (size > MAX_MIB * 1024 * 1024)
    throw new ToolError(`${command} found more hits than fit into ${MAX_MIB} MiB; ask for a smaller E-value`);
  const lines = [...linesOf(readFileSync(path, 'utf8'))].filter((line) => line !== '');
  const matches = lines.map((line) => parseMatch(line, columns));
  for (const { query, subject, numbers, extra: cells } of matches) {
    const isKnown = query >= 0 && query < queries && subject >= 0 && subject < subjects;
    const isWhole = numbers.length === columns - 2 && cells.length === extra;
    if (!isKnown || !isWhole || !numbers.every(Number.isFinite))
      throw new ToolError(`${command} gave no usable table of hits`);
  }
  // Equal matches are in the order of the database, so that the result does not depend on the program's order.
  return matches.sort(
    (a, b) =>
      a.query - b.query ||
      numberOf(b, 'bitscore') - numberOf(a, 'bitscore') ||
      a.subject - b.subject ||
      numberOf(a, 'qstart') - numberOf(b, 'qstart'),
  );
}

function parseMatch(line: string, columns: number): Match {
  const cells = line.split('\t');
  const [query = '', subject = '', ...numbers] = cells.slice(0, columns);
  return {
    query: indexOfSafeId(query) ?? -1,
    subject: indexOfSafeId(subject) ?? -1,
    numbers: numbers.map((text) => (text === '' ? Number.NaN : Number(text))),
    extra: cells.slice(columns),
  };
}
