import * as Type from 'typebox';
import { linesOf } from '../shared/text.ts';

/** A domain: a part of a sequence that a profile matches. Positions are counted from 1. */
export const domainItem = Type.Object(
  {
    query: Type.String(),
    profile: Type.String({ description: 'Name of the profile' }),
    accession: Type.String({ description: 'Accession of the profile; empty if it has none' }),
    description: Type.String(),
    clan: Type.String({ description: 'Accession of the clan of the profile; empty if none is known' }),
    clan_name: Type.String(),
    start: Type.Integer({ description: 'First residue of the alignment' }),
    end: Type.Integer(),
    env_start: Type.Integer({ description: 'First residue of the envelope, in which the domain very probably lies' }),
    env_end: Type.Integer(),
    hmm_start: Type.Integer({ description: 'First aligned position of the profile' }),
    hmm_end: Type.Integer(),
    hmm_length: Type.Integer({ description: 'Positions of the whole profile' }),
    evalue: Type.Number({ description: 'Independent E-value' }),
    conditional_evalue: Type.Number(),
    score: Type.Number({ description: 'Bits' }),
    bias: Type.Number({ description: 'Bits that the composition of the sequence explains' }),
    accuracy: Type.Number({ description: 'Mean posterior probability of the aligned residues' }),
    sequence_evalue: Type.Number({ description: 'E-value of the profile in the whole sequence' }),
    sequence_score: Type.Number({ description: 'Bits of the profile in the whole sequence' }),
  },
  { additionalProperties: false },
);

export type Domain = Type.Static<typeof domainItem>;

export const COLUMNS = Object.keys(domainItem.properties) as (keyof Domain)[];

/** Columns before the description of the profile, which may contain spaces. */
const NAMED_COLUMNS = 22;

/** A row of hmmscan's `--domtblout`, with the names that the program saw. */
export interface TableRow {
  words: string[];
  /** Description of the profile. */
  description: string;
}

/** Returns the header lines of a table of domains, its rows, and whether the program wrote the table to its end. */
export function parseDomtblout(text: string): { header: string[]; rows: TableRow[]; complete: boolean } {
  const lines = [...linesOf(text)];
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseRow);
  return { header: lines.slice(0, 3), rows, complete: lines.includes('# [ok]') };
}

function parseRow(line: string): TableRow {
  const words = line.split(/ +/);
  return { words: words.slice(0, NAMED_COLUMNS), description: words.slice(NAMED_COLUMNS).join(' ') };
}

/** Returns the numbers of a row, by the names of `domainItem`. */
export function numbersOf({ words }: TableRow) {
  const value = (column: number) => Number(words[column]);
  return {
    start: value(17),
    end: value(18),
    env_start: value(19),
    env_end: value(20),
    hmm_start: value(15),
    hmm_end: value(16),
    hmm_length: value(2),
    evalue: value(12),
    conditional_evalue: value(11),
    score: value(13),
    bias: value(14),
    accuracy: value(21),
    sequence_evalue: value(6),
    sequence_score: value(7),
  };
}
