import { indexOfSafeId, restoreNames } from '../native/safeIds.ts';
import { newickLabel } from '../newickLabel.ts';

/** How a name is written where a format has marks of its own. */
const written: Record<string, (name: string) => string> = {
  NEWICK: newickLabel,
  JSON: (name) => JSON.stringify(name).slice(1, -1),
  CSV: (name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name),
  SVG: (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
};

/** Brings back the names that the safe ids of joined files stand for; other ids of that form stay. */
export function restoreIds(text: string, names: string[], format: string): string {
  const write = written[format] ?? ((name: string) => name);
  return restoreNames(text, (index) => {
    const name = names[index];
    return name === undefined ? `s${String(index + 1).padStart(6, '0')}` : write(name);
  });
}

/** The same for the texts of a row. */
export function restoreInRow(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const named = (value: unknown) =>
    typeof value === 'string' ? (names[indexOfSafeId(value) ?? -1] ?? restoreIds(value, names, 'TEXT')) : value;
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, named(value)]));
}
