import { guessKind } from '@rotamer/formats/letters.ts';
import { MAX_NAME_LENGTH } from '../fasta.ts';
import { quoted, type TextProblems } from '../problems.ts';
import { withoutControls } from '../text.ts';

/** A row of a multiple alignment. */
export interface AlignmentRow {
  /** First word of the header, or more when the first word is not unique (`nameApart`). */
  name: string;
  description: string;
  /**
   * Residues in upper case, with `-` for gaps. `?` and `*` become X, or N among nucleotides. All rows of an alignment
   * have the same length.
   */
  row: string;
  /** 1-based line where the row begins. */
  line: number;
}

export interface AlignmentLimits {
  maxRecords: number;
  maxColumns: number;
}

export interface OpenRow {
  name: string;
  description: string;
  line: number;
  parts: string[];
  columns: number;
  /** The first line with a stop mark. */
  stopLine?: number;
}

/**
 * The rows of an alignment that is being read. In some formats rows come in blocks, with a part of each row in turn.
 */
export class OpenRows {
  readonly rows: OpenRow[] = [];
  /** What `?` and `*` become, in files that state the kind of their letters. */
  unknown?: 'X' | 'N';
  readonly limits: AlignmentLimits;
  readonly #problems: TextProblems;

  constructor(limits: AlignmentLimits, problems: TextProblems) {
    this.limits = limits;
    this.#problems = problems;
  }

  /** Opens a row. Returns undefined when there are too many rows; reading can then stop. */
  open(name: string, description: string, line: number): OpenRow | undefined {
    if (this.rows.length >= this.limits.maxRecords) {
      this.#problems.add(`line ${line}: more than ${this.limits.maxRecords} rows`);
      return undefined;
    }
    if (name.length > MAX_NAME_LENGTH)
      this.#problems.add(`line ${line}: the row's name has ${name.length} characters, the limit is ${MAX_NAME_LENGTH}`);
    const control = /\p{Cc}/u.exec(name);
    if (control)
      this.#problems.add(`line ${line}: the row's name has the control character ${quoted(control[0])}; remove it`);
    const words = withoutControls(description);
    const row = { name: name.slice(0, MAX_NAME_LENGTH), description: words, line, parts: [], columns: 0 };
    this.rows.push(row);
    return row;
  }

  /** Appends `text`, a part of a row without its name. White space in it is ignored. */
  append(row: OpenRow, text: string, line: number): void {
    const part = text.replace(/\s/g, '');
    // Check before folding the case: in upper case 'ß' becomes two letters.
    const at = part.search(/[^A-Za-z.*?~-]/);
    if (at !== -1) {
      const found = String.fromCodePoint(part.codePointAt(at)!);
      this.#problems.add(`line ${line}: character ${quoted(found)} is neither a residue nor a gap ('-' or '.')`);
    }
    if (part.includes('*')) row.stopLine ??= line;
    row.parts.push(part);
    row.columns += part.length;
  }

  close(): AlignmentRow[] {
    const { maxColumns } = this.limits;
    const [first] = this.rows;
    if (!first) this.#problems.add('the content is empty');
    else if (first.columns > maxColumns)
      this.#problems.add(`line ${first.line}: row 1 has ${first.columns} columns, the limit is ${maxColumns}`);
    const given = this.rows.map(({ parts }) => parts.join('').toUpperCase().replace(/[.~]/g, '-'));
    const unknown = given.every((row) => !/[?*]/.test(row)) ? '' : (this.unknown ?? unknownOf(given));
    return this.rows.map(({ name, description, line, columns, stopLine }, i) => {
      const row = unknown === '' ? given[i]! : given[i]!.replace(/[?*]/g, unknown);
      if (columns !== first!.columns)
        this.#problems.add(`line ${line}: row ${i + 1} has ${columns} columns, row 1 has ${first!.columns}`);
      else if (!/[A-Z]/.test(row)) this.#problems.add(`line ${line}: row ${quoted(name)} has no residues`);
      if (stopLine !== undefined) this.#problems.warn(name, stopLine, `a stop mark '*' was read as ${unknown}`);
      return { name, description, line, row };
    });
  }
}

const unknownOf = (rows: string[]) =>
  guessKind(rows.map((row) => row.replace(/[?*]/g, '-'))).kind === 'dna' ? 'N' : 'X';
