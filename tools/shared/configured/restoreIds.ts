import { indexOfSafeId, restoreNames } from '../native/safeIds.ts';
import { newickLabel } from '../newickLabel.ts';

/** How a name is written in formats that reserve some characters. */
const written: Record<string, (name: string) => string> = {
  NEWICK: newickLabel,
  JSON: (name) => JSON.stringify(name).slice(1, -1),
  CSV: (name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name),
  SVG: (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
};

/** Replaces the safe ids of joined files with the users' names. Other ids of the same form stay. */
export function restoreIds(text: string, names: string[], format: string): string {
  const write = written[format] ?? ((name: string) => name);
  return restoreNames(text, (index) => {
    const name = names[index];
    return name === undefined ? `s${String(index + 1).padStart(6, '0')}` : write(name);
  });
}

/** Replaces safe ids in all texts of a row. */
export function restoreInRow(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const named = (value: unknown) =>
    typeof value === 'string' ? (names[indexOfSafeId(value) ?? -1] ?? restoreIds(value, names, 'TEXT')) : value;
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, named(value)]));
}
