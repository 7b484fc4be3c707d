import { guessKind } from '@rotamer/formats/letters.ts';
import type { Problem, ToolInput } from '../contract.ts';
import { type Profile, readProfiles } from '../shared/native/profiles.ts';
import { asDna, writeSafeFasta } from '../shared/native/safeIds.ts';
import type { ReadNotes } from '../shared/notes.ts';
import { readAlignment, readSequences, residuesOf } from '../shared/readInputs.ts';
import { query as slot } from './tool.ts';

/** Maximum number of sequences or profiles of a request. */
const MAX_QUERIES = 50;

export interface Query {
  name: string;
  inputId: string;
  inputPath: string;
  /** Line of the input; null for an alignment. */
  line: number | null;
  /** What nhmmer reads, and the options that say what it is. */
  text: string;
  options: string[];
  /** The residues of a query that is one sequence. */
  sequence?: string;
  /** The cutoffs that a profile has. */
  cutoffs?: string[];
}

export interface Queries extends ReadNotes {
  queries: Query[];
  problems: Problem[];
  /** Residues, columns or match states of all queries. */
  residues: number;
}

/** Reads the query of a request, which the kind of its input says how to read. */
export function readQueries(inputs: ToolInput[]): Queries {
  const kind = inputs.find(({ slotId }) => slotId === slot.id)?.kind;
  return kind === 'hmm' ? profiles(inputs) : kind === 'msa' ? alignment(inputs) : sequences(inputs);
}

const few = { ...slot, capabilities: { ...slot.capabilities, records: { min: 1, max: MAX_QUERIES } } };

function sequences(inputs: ToolInput[]): Queries {
  const read = readSequences(inputs, few);
  const queries = read.records.map((record) => ({
    ...record,
    text: writeSafeFasta([record], asDna),
    options: ['--qformat', 'fasta', '--dna'],
  }));
  return { ...read, queries, residues: residuesOf(inputs, few, read.records) };
}

function alignment(inputs: ToolInput[]): Queries {
  const read = readAlignment(inputs, slot);
  const rows = read.records.map(({ row }) => row);
  const { kind, certain } = guessKind(rows);
  const [first] = read.records;
  if (!first) return { ...read, queries: [], residues: 0 };
  const { inputId, inputPath } = first;
  const problems = [...read.problems];
  if (kind === 'protein' && certain)
    problems.push({
      path: `${inputPath}.content`,
      message: 'the alignment has letters that are not codes of nucleotides; hmm-build and hmm-search take proteins',
    });
  const name = inputs.find(({ id }) => id === inputId)?.label || inputId;
  const text = writeSafeFasta(rows.map((row) => ({ sequence: asDna(row) })));
  const query = { name, inputId, inputPath, line: null, text, options: ['--qformat', 'afa', '--dna'] };
  return { ...read, problems, queries: [query], residues: first.row.length };
}

function profiles(inputs: ToolInput[]): Queries {
  const read = readProfiles(inputs, few, 'nucleotides');
  const queries = read.records.map((record) => ({ ...record, options: [optionOf(record)] }));
  return { ...read, queries, residues: read.records.reduce((sum, { length }) => sum + length, 0) };
}

const optionOf = ({ alphabet }: Profile): string => (alphabet === 'RNA' ? '--rna' : '--dna');
