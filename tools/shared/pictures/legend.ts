import { label, tag } from './svg.ts';

export interface LegendEntry {
  label: string;
  color: string;
  mark: 'line' | 'box' | 'dot' | 'triangle' | 'diamond';
}

/** Approximate width of a letter in a legend; sans-serif fonts differ. */
const LETTER = 6;
const MARK = 22;
const SPACE = 14;

/** Draws entries in one row that ends at `right`. */
export function legend(right: number, y: number, entries: LegendEntry[]): string[] {
  const widths = entries.map((entry) => MARK + entry.label.length * LETTER + SPACE);
  let x = right - widths.reduce((sum, width) => sum + width, 0) + SPACE;
  return entries.flatMap((entry, i) => {
    const at = x;
    x += widths[i]!;
    return [markOf(entry, at + 8, y - 4), label(at + MARK, y, entry.label)];
  });
}

function markOf({ mark, color }: LegendEntry, x: number, y: number): string {
  if (mark === 'line') return tag('path', { d: `M${x - 8} ${y}h16`, stroke: color, 'stroke-width': 2 });
  if (mark === 'box') return tag('rect', { x: x - 5, y: y - 5, width: 10, height: 10, fill: color });
  return tag('path', { d: shape(mark, x, y, 4), fill: color });
}

/** Returns the outline of a mark around a point. */
export function shape(mark: 'dot' | 'triangle' | 'diamond', x: number, y: number, r: number): string {
  const at = (value: number) => String(Number(value.toFixed(1)));
  if (mark === 'triangle') return `M${at(x)} ${at(y - r)}l${r} ${2 * r}h${-2 * r}z`;
  if (mark === 'diamond') return `M${at(x)} ${at(y - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
  return `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}
