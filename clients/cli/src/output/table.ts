import { oneLine } from './visible.ts';

/** Formats columns of text under their names. Cells that do not fit the line are cut, except ids. Numbers are right-aligned. */
export function table(names: string[], rows: unknown[][], columns = 120): string {
  const cells = [names, ...rows].map((row) => row.map(oneLine));
  const widths = names.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
  const hasIds = names.map((_, i) => i === 0 || cells.slice(1).some((row) => ID.test(row[i] ?? '')));
  shrink(widths, hasIds, columns);
  const right = names.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number'));
  const lines = cells.map((row) =>
    row
      .map((cell, i) => fit(cell, widths[i]!, right[i]!))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** An id of a resource, which people copy. */
const ID = /^[a-z]+_[0-9a-z]{26}$/;

/** Narrows the widest columns until the line fits, except the first column and those with ids. A cut id is of no use. */
function shrink(widths: number[], hasIds: boolean[], columns: number): void {
  const least = 8;
  let surplus = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  const others = widths.map((_, i) => i).filter((i) => !hasIds[i]);
  while (surplus > 0 && others.length > 0) {
    const widest = others.reduce((a, b) => (widths[b]! > widths[a]! ? b : a));
    if (widths[widest]! <= least) return;
    widths[widest]!--;
    surplus--;
  }
}

function fit(text: string, width: number, right: boolean): string {
  const cut = text.length > width ? `${text.slice(0, width - 1)}…` : text;
  return right ? cut.padStart(width) : cut.padEnd(width);
}

/** Formats names and values, one pair per line. */
export function pairs(values: Record<string, unknown>): string {
  const rows = Object.entries(values).map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  const width = Math.max(...rows.map(([{ length }]) => length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}
