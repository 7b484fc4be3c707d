import type { Scale } from './axes.ts';
import { short, tag } from './svg.ts';

/** A square grid of classes: 0 is empty, n has the n-th colour. */
export interface Grid {
  /** Number of cells per side. */
  size: number;
  /** Row by row. */
  classes: Uint8Array;
}

/** Maximum number of cells per side. The picture then stays below 1 MiB even with all cells filled. */
export const MAX_CELLS = 320;

/**
 * Draws a grid. Cells of one colour form one path, and neighbours in a row one rectangle. `x` and `y` place the borders
 * of cells.
 */
export function heatmap({ size, classes }: Grid, colorsOf: string[], x: Scale, y: Scale): string[] {
  const paths = colorsOf.map((): string[] => []);
  const height = Math.abs(y(1) - y(0));
  for (let row = 0; row < size; row++) {
    const top = short(Math.min(y(row), y(row + 1)));
    for (let from = 0, to = 0; from < size; from = to) {
      const of = classes[row * size + from]!;
      for (to = from + 1; to < size && classes[row * size + to] === of; ) to++;
      if (of === 0) continue;
      const width = short(x(to) - x(from));
      paths[of - 1]!.push(`M${short(x(from))} ${top}h${width}v${short(height)}h-${width}z`);
    }
  }
  return paths.flatMap((cells, i) =>
    cells.length === 0 ? [] : [tag('path', { d: cells.join(''), fill: colorsOf[i] })],
  );
}
