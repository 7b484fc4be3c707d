import { quoted, type TextProblems } from '../../problems.ts';
import type { OpenRow, OpenRows } from '../openRows.ts';

/**
 * Collects rows that are written in blocks, each part after the name of its row. It refuses a name that occurs twice in
 * one block. A later part could belong to either row, and joining both would make a row that never existed.
 */
export class BlockRows {
  readonly #rows: OpenRows;
  readonly #problems: TextProblems;
  readonly #byName = new Map<string, OpenRow & { block: number; last: number }>();
  #block = 0;
  #inBlock = false;

  constructor(rows: OpenRows, problems: TextProblems) {
    this.#rows = rows;
    this.#problems = problems;
  }

  find(name: string): OpenRow | undefined {
    return this.#byName.get(name);
  }

  endBlock(): void {
    if (this.#inBlock) this.#block++;
    this.#inBlock = false;
  }

  /** Returns false after a problem that makes all further lines meaningless. */
  add(name: string, text: string, line: number): boolean {
    this.#inBlock = true;
    let row = this.#byName.get(name);
    if (row?.block === this.#block && row.columns > 0) {
      this.#problems.add(
        `line ${line}: the name ${quoted(name)} is already used on line ${row.last} of this block; give each row a name of its own`,
      );
      return false;
    }
    if (!row) {
      // Rows that an empty line separates are blocks of one row: as many rows as blocks came before.
      if (this.#rows.rows.length !== this.#block && this.#block > 0) {
        this.#problems.add(`line ${line}: the row ${quoted(name)} is not in the first block`);
        return false;
      }
      const opened = this.#rows.open(name, '', line);
      if (!opened) return false;
      row = Object.assign(opened, { block: 0, last: line });
      this.#byName.set(name, row);
    }
    Object.assign(row, { block: this.#block, last: line });
    this.#rows.append(row, text, line);
    return true;
  }
}
