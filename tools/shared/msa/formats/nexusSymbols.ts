import { quoted, type TextProblems } from '../../problems.ts';
import type { OpenRow, OpenRows } from '../openRows.ts';

/** The meaning of characters in a matrix that are not residues. */
export interface SymbolsOfFormat {
  /** In lower case; empty when the file does not state it. */
  datatype: string;
  gap: string;
  missing: string;
  /** Stands for the residue of the first row in the same column; empty when the file defines no such character. */
  matchchar: string;
}

/** Ambiguity codes by the bases they stand for (IUPAC-IUB 1984). */
const codes: Record<string, string> = {
  ...{ AC: 'M', AG: 'R', AT: 'W', CG: 'S', CT: 'Y', GT: 'K' },
  ...{ ACG: 'V', ACT: 'H', AGT: 'D', CGT: 'B', ACGT: 'N' },
};

/** Appends parts of a NEXUS matrix to rows: residues, `-` for gaps and `?` for missing data. */
export class Symbols {
  readonly #format: SymbolsOfFormat;
  readonly #rows: OpenRows;
  readonly #problems: TextProblems;
  #first = '';

  constructor(format: SymbolsOfFormat, rows: OpenRows, problems: TextProblems) {
    this.#format = format;
    this.#rows = rows;
    this.#problems = problems;
  }

  /** Returns the problem of the part, if it has one. */
  append(row: OpenRow, part: string, line: number): string | undefined {
    const { gap, missing, matchchar } = this.#format;
    const text = this.#withOneState(part.replace(/\s/g, ''), row, line);
    const isFirst = row === this.#rows.rows[0];
    if (matchchar !== '.' && gap !== '.' && missing !== '.' && text.includes('.'))
      return `line ${line}: '.' has no meaning here; FORMAT must say MATCHCHAR or GAP`;
    const isPlain = gap === '-' && missing === '?' && (matchchar === '' || !text.includes(matchchar));
    const residues = isPlain ? text : this.#translated(text, row, isFirst);
    if (residues === undefined) return `line ${line}: ${quoted(matchchar)} in the first row, or before its residue`;
    if (isFirst) this.#first += residues;
    this.#rows.append(row, residues, line);
    return undefined;
  }

  #translated(text: string, row: OpenRow, isFirst: boolean): string | undefined {
    const { gap, missing, matchchar } = this.#format;
    const translated: string[] = [];
    for (const character of text) {
      if (isSame(character, gap)) translated.push('-');
      else if (isSame(character, missing)) translated.push('?');
      else if (matchchar !== '' && isSame(character, matchchar)) {
        const above = isFirst ? undefined : this.#first[row.columns + translated.length];
        if (above === undefined) return undefined;
        translated.push(above);
      } else translated.push(character);
    }
    return translated.join('');
  }

  /** Replaces several states in one place, such as `{AG}` or `(AG)`, with one character. */
  #withOneState(text: string, row: OpenRow, line: number): string {
    if (!/[{(]/.test(text)) return text;
    let isLost = false;
    const one = text.replace(/[{(]([A-Za-z?-]*)[)}]/g, (_, states: string) => {
      const bases = [...new Set(states.toUpperCase().replaceAll('U', 'T'))].sort().join('');
      const code = bases.length === 1 ? bases : this.#format.datatype === 'protein' ? undefined : codes[bases];
      isLost ||= code === undefined;
      return code ?? '?';
    });
    if (isLost) this.#problems.warn(row.name, line, 'several residues in one place were read as unknown');
    return one;
  }
}

const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();
