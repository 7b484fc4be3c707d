import { withoutControls } from './text.ts';

/**
 * Returns a table with one header line. Control characters, which include tabs, become a space; null becomes an
 * empty cell.
 */
export function writeTsv(columns: string[], rows: Record<string, unknown>[]): string {
  const cell = (value: unknown) => withoutControls(String(value ?? ''));
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  return lines.map((line) => `${line.join('\t')}\n`).join('');
}
