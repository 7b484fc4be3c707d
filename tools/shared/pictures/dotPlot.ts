import { axes, type Frame, niceDomain } from './axes.ts';
import { legend, shape } from './legend.ts';
import { colors, drawPicture, label, type Picture, short, shortened, TITLE_HEIGHT, tag } from './svg.ts';

export interface DotRow {
  name: string;
  /** The best value comes first and is drawn larger. */
  values: number[];
}

export interface DotPlot extends Pick<Picture, 'title' | 'description'> {
  /** Axis of the values. */
  axis: { title: string; include?: number[]; domain?: [number, number] };
  /** Values from `from` on are good: they are shaded, and the label says what they are. */
  good?: { from: number; label: string };
  /** What a row stands for, e.g. `ligands`. */
  rowsAre: string;
  /** What the first of several values is, and what the others are. */
  dots?: { best: string; others: string };
}

const MAX_ROWS = 40;

/** Maximum number of values in a row. */
const MAX_DOTS = 100;
const [LEFT, WIDTH, ROW] = [210, 800, 20];
const MAX_NAME = 28;

function shade({ from, label: words }: { from: number; label: string }, frame: Frame, x: (value: number) => number) {
  const left = x(from);
  const { top, height } = frame;
  return [
    tag('rect', { x: left, y: top, width: frame.left + frame.width - left, height, fill: colors.green, opacity: 0.12 }),
    label(left + 4, top - 5, `${words}: more than ${from}`, { fill: colors.quiet, 'font-size': 10 }),
  ];
}

/** Draws a row of dots for each name. */
export function dotPlot(all: DotRow[], { axis, rowsAre, dots, good, ...given }: DotPlot): string {
  const rows = all.slice(0, MAX_ROWS).map(({ name, values }) => ({ name, values: values.slice(0, MAX_DOTS) }));
  const frame: Frame = { left: LEFT, top: TITLE_HEIGHT + 22, width: WIDTH - LEFT - 24, height: rows.length * ROW + 8 };
  const values = rows.flatMap((row) => row.values);
  const domain = axis.domain ?? niceDomain(values, { include: axis.include });
  const rowAxis = { title: '', domain: [0, 1] as [number, number], ticks: [] };
  const { svg, x } = axes(frame, { title: axis.title, domain, grid: true }, rowAxis);
  const y = (i: number) => frame.top + 4 + (i + 0.5) * ROW;
  const others = rows.flatMap((row, i) => row.values.slice(1).map((value) => shape('dot', x(value), y(i), 3)));
  const best = rows.flatMap((row, i) => row.values.slice(0, 1).map((value) => shape('dot', x(value), y(i), 5)));
  const lines = rows.map((_, i) => `M${LEFT} ${short(y(i))}h${frame.width}`);
  const entries = dots && [
    { label: dots.best, color: colors.blue, mark: 'dot' as const },
    { label: dots.others, color: colors.sky, mark: 'dot' as const },
  ];
  return drawPicture(
    {
      ...given,
      besideTitle: 220,
      width: WIDTH,
      height: frame.top + frame.height + 52,
      note: all.length > rows.length ? `The first ${rows.length} of ${all.length} ${rowsAre}.` : undefined,
    },
    [
      ...(good ? shade(good, frame, x) : []),
      ...(entries && others.length > 0 ? legend(WIDTH - 24, 22, entries) : []),
      ...svg,
      tag('path', { d: lines.join(''), stroke: colors.grid }),
      tag(
        'g',
        { 'text-anchor': 'end' },
        rows.map(({ name }, i) => label(LEFT - 8, y(i) + 4, shortened(name, MAX_NAME))),
      ),
      ...(others.length > 0 ? [tag('path', { d: others.join(''), fill: colors.sky })] : []),
      tag('path', { d: best.join(''), fill: colors.blue }),
    ],
  );
}
