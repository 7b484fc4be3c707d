/**
 * Returns a table with one header line. White space that would break a cell becomes a space; null becomes an empty
 * cell.
 */
export function writeTsv(columns: string[], rows: Record<string, unknown>[]): string {
  const cell = (value: unknown) => String(value ?? '').replace(/[\t\r\n]+/g, ' ');
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  return lines.map((line) => `${line.join('\t')}\n`).join('');
}
