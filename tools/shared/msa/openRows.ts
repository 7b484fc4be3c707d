import { MAX_NAME_LENGTH } from '../fasta.ts';
import { quoted, type TextProblems } from '../problems.ts';

/** A row of a multiple alignment. */
export interface AlignmentRow {
  name: string;
  description: string;
  /** Residues in upper case, gaps as '-'. All rows of an alignment have the same length. */
  row: string;
  /** 1-based line where the row begins. */
  line: number;
}

export interface AlignmentLimits {
  maxRecords: number;
  maxColumns: number;
}

interface OpenRow {
  name: string;
  description: string;
  line: number;
  parts: string[];
  columns: number;
}

/** The rows of an alignment while it is read: they may come in blocks, as parts of all rows in turn. */
export class OpenRows {
  readonly #rows: OpenRow[] = [];
  readonly #byName = new Map<string, OpenRow>();
  readonly #limits: AlignmentLimits;
  readonly #problems: TextProblems;

  constructor(limits: AlignmentLimits, problems: TextProblems) {
    this.#limits = limits;
    this.#problems = problems;
  }

  find(name: string): OpenRow | undefined {
    return this.#byName.get(name);
  }

  /** Undefined when there are too many rows; no other line needs to be read then. */
  open(name: string, description: string, line: number): OpenRow | undefined {
    if (this.#rows.length >= this.#limits.maxRecords) {
      this.#problems.add(`line ${line}: more than ${this.#limits.maxRecords} rows`);
      return undefined;
    }
    if (name.length > MAX_NAME_LENGTH)
      this.#problems.add(`line ${line}: the row's name has ${name.length} characters, the limit is ${MAX_NAME_LENGTH}`);
    const row = { name: name.slice(0, MAX_NAME_LENGTH), description, line, parts: [], columns: 0 };
    this.#rows.push(row);
    this.#byName.set(name, row);
    return row;
  }

  /** `text` is a part of a row, without its name; white space in it does not count. */
  append(row: OpenRow, text: string, line: number): void {
    const part = text.replace(/\s/g, '');
    // Before the case is folded: in upper case 'ß' is two letters.
    const at = part.search(/[^A-Za-z.-]/);
    if (at !== -1) {
      const found = String.fromCodePoint(part.codePointAt(at)!);
      this.#problems.add(`line ${line}: character ${quoted(found)} is neither a residue nor a gap ('-' or '.')`);
    }
    row.parts.push(part.toUpperCase().replaceAll('.', '-'));
    row.columns += part.length;
  }

  close(): AlignmentRow[] {
    const rows = this.#rows;
    const { maxColumns } = this.#limits;
    const [first] = rows;
    if (!first) this.#problems.add('the content is empty');
    else if (first.columns > maxColumns)
      this.#problems.add(`line ${first.line}: row 1 has ${first.columns} columns, the limit is ${maxColumns}`);
    return rows.map(({ name, description, line, parts, columns }, i) => {
      const row = parts.join('');
      if (columns !== first!.columns)
        this.#problems.add(`line ${line}: row ${i + 1} has ${columns} columns, row 1 has ${first!.columns}`);
      else if (!/[A-Z]/.test(row)) this.#problems.add(`line ${line}: row ${quoted(name)} has no residues`);
      return { name, description, line, row };
    });
  }
}
