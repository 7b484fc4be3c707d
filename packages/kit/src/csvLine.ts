/** A cell: a number is written without quotes, null as an empty cell. */
export type Cell = string | number | null;

/** First characters that make a spreadsheet read a cell as a formula: also in full width, and after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** An aligned sequence may begin with gaps, and a number with a sign. They can call nothing, and programs need them as they are. */
const HARMLESS = /^(-[-A-Za-z.*]*|[-+]\d+(\.\d+)?(e[-+]?\d+)?)$/i;

/**
 * Returns a line of CSV (RFC 4180), for spreadsheets as much as for programs. Every text is quoted, also where a spreadsheet takes
 * the semicolon as its separator. A text that would be a formula gets an apostrophe before it, except an
 * aligned sequence and a number.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) && !HARMLESS.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
