import { axes } from '../shared/pictures/axes.ts';
import { legend } from '../shared/pictures/legend.ts';
import { colors, drawPicture, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import type { ResidueKind } from '../shared/residueCodes.ts';
import { LETTER_SIZE, LINE_WIDTH, letterLines } from './letters.ts';
import type { Stack } from './stacks.ts';

/** Columns of a line, and maximum number of lines. More letters would be unreadable, and exceed 1 MiB. */
const COLUMNS = 50;
const MAX_LINES = 12;

const [WIDTH, LEFT, LINE, HEIGHT] = [800, 64, 178, 120];

/** Part of the column that a letter fills where no row has a gap. Stacks are narrower by the part of rows without a known residue, as in WebLogo 3. */
const FILLED = 0.92;
/** Smallest height of a letter, in pixels. Lower letters would not be visible. */
const LOWEST = 0.4;

const classes: Record<ResidueKind, { label: string; letters: string; color: string }[]> = {
  dna: [
    { label: 'A', letters: 'A', color: colors.green },
    { label: 'C', letters: 'C', color: colors.blue },
    { label: 'G', letters: 'G', color: colors.orange },
    { label: 'T or U', letters: 'T', color: colors.vermillion },
  ],
  protein: [
    { label: 'hydrophobic', letters: 'AVLIMFW', color: colors.ink },
    { label: 'positive', letters: 'KRH', color: colors.blue },
    { label: 'negative', letters: 'DE', color: colors.vermillion },
    { label: 'polar', letters: 'STNQYUO', color: colors.green },
    { label: 'C, G or P', letters: 'CGP', color: colors.purple },
  ],
};

export interface LogoOptions {
  kind: ResidueKind;
  rows: number;
  unit: 'bits' | 'probability';
}

/** Draws stacks of letters in lines of 50 columns. Each letter has its own transform, which all viewers support. */
export function logoPicture(stacks: Stack[], { kind, rows, unit }: LogoOptions): string {
  const shown = stacks.slice(0, COLUMNS * MAX_LINES);
  const lines = Array.from({ length: Math.ceil(shown.length / COLUMNS) }, (_, i) =>
    shown.slice(i * COLUMNS, (i + 1) * COLUMNS),
  );
  const top = TITLE_HEIGHT + 30;
  const [from, to] = [stacks[0]!.column, stacks.at(-1)!.column];
  return drawPicture(
    {
      width: WIDTH,
      height: top + lines.length * LINE,
      title: 'Sequence logo',
      description: `Columns ${from} to ${to} of ${rows} rows; the height of a stack is its ${unit === 'bits' ? 'information in bits' : 'whole, the parts of its residues'}; its width is the part of rows with a known residue.`,
      besideTitle: 480,
      ...(shown.length < stacks.length && { note: `Shown are the first ${shown.length} of ${stacks.length} columns.` }),
    },
    [
      ...legend(
        WIDTH - 16,
        22,
        classes[kind].map(({ label, color }) => ({ label, color, mark: 'box' as const })),
      ),
      ...lines.flatMap((line, i) => drawLine(line, top + i * LINE, kind, { kind, rows, unit })),
    ],
  );
}

function drawLine(stacks: Stack[], top: number, kind: ResidueKind, { unit, rows }: LogoOptions): string[] {
  const highest = unit === 'probability' ? 1 : kind === 'dna' ? 2 : Math.log2(20);
  const first = stacks[0]!.column;
  const frame = { left: LEFT, top, width: ((WIDTH - LEFT - 20) * stacks.length) / COLUMNS, height: HEIGHT };
  const { svg, x, y } = axes(
    frame,
    { title: 'Column', domain: [first - 0.5, first + stacks.length - 0.5], whole: true },
    { title: unit === 'bits' ? 'Bits' : 'Fraction', domain: [0, highest] },
  );
  const width = x(first + 1) - x(first);
  const letters = stacks.flatMap((stack) => lettersOf(stack, x(stack.column), width, y, kind, { unit, rows }));
  const look = { fill: 'none', 'stroke-width': LINE_WIDTH, 'stroke-linejoin': 'round' };
  return [...svg, ...(letters.length > 0 ? [tag('g', look, letters)] : [])];
}

function lettersOf(
  { information, parts, column, known }: Stack,
  centre: number,
  width: number,
  y: (value: number) => number,
  kind: ResidueKind,
  { unit, rows }: Pick<LogoOptions, 'unit' | 'rows'>,
): string[] {
  const filled = (width * FILLED * known) / rows;
  const whole = unit === 'bits' ? information : column > 0 ? 1 : 0;
  let base = 0;
  // The largest letter is on top.
  return parts.toReversed().flatMap(([letter, part]) => {
    const [low, high] = [y(base), y(base + part * whole)];
    base += part * whole;
    const height = low - high;
    if (height < LOWEST) return [];
    const color = classes[kind].find(({ letters }) => letters.includes(letter))?.color ?? colors.quiet;
    const left = short(centre - filled / 2);
    const scale = `scale(${(filled / LETTER_SIZE).toFixed(4)} ${(height / LETTER_SIZE).toFixed(4)})`;
    const transform = `translate(${left} ${short(high)}) ${scale}`;
    return [tag('path', { 'data-letter': letter, transform, d: letterLines[letter]!, stroke: color })];
  });
}
