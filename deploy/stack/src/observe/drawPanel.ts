import { axes, niceDomain } from '@rotamer/tools/shared/pictures/axes.ts';
import { colors, drawPicture, label, short, shortened, tag } from '@rotamer/tools/shared/pictures/svg.ts';
import type { Panel, Range, Series } from './dashboards.ts';

const WIDTH = 560;
const FRAME = { left: 66, top: 44, width: 470, height: 150 };
const ROW = 17;

/** The lines with the highest last values are drawn; the note counts the others. */
const MOST_LINES = 12;

const { blue, vermillion, green, orange, sky, purple } = colors;
const palette = [blue, vermillion, green, orange, sky, purple];

/** Draws the lines of a plot, with their last values below it. */
export function drawPanel({ title, fieldConfig: { defaults } }: Panel, series: Series[], range: Range): string {
  const byLast = series.filter(({ points }) => points.length > 0).sort((a, b) => lastOf(b) - lastOf(a));
  const drawn = byLast.slice(0, MOST_LINES);
  const written = (value: number) => writtenValue(value, defaults.unit);
  const values = drawn.flatMap(({ points }) => points.map(([, value]) => value));
  const include = defaults.min === undefined ? [] : [defaults.min];
  const { svg, x, y } = axes(
    FRAME,
    { title: '', domain: [range.from, range.to], ticks: fifths(range), format: writtenTime },
    {
      title: '',
      domain: values.some((value) => value !== 0) ? niceDomain(values, { include }) : [0, 1],
      format: written,
    },
  );
  const below = FRAME.top + FRAME.height + 44;
  const content = [
    ...svg,
    ...drawn.flatMap((line, i) => drawLine(line, i, x, y)),
    ...drawn.map(({ name, points }, i) => {
      const text = `${shortened(name, 60)}  ${written(points.at(-1)![1])}`;
      return label(FRAME.left + 22, below + i * ROW, text);
    }),
    ...drawn.map((_, i) =>
      tag('path', { d: `M${FRAME.left} ${below + i * ROW - 4}h16`, ...strokeOf(i), 'stroke-width': 2 }),
    ),
    ...(drawn.length === 0
      ? [label(FRAME.left + 12, FRAME.top + 24, 'Nothing measured yet', { fill: colors.quiet })]
      : []),
  ];
  const description = drawn.map(({ name, points }) => `${name}: ${written(points.at(-1)![1])}`).join('; ');
  const note =
    byLast.length > drawn.length
      ? `${byLast.length - drawn.length} lines with lower last values are not drawn.`
      : undefined;
  const height = below + Math.max(0, drawn.length - 1) * ROW + 14;
  return drawPicture(
    { width: WIDTH, height, title, description: description || 'Nothing measured yet', note },
    content,
  );
}

/** Values of which a reading is missing are not joined. A single value is a dot. */
function drawLine(
  { points }: Series,
  index: number,
  x: (time: number) => number,
  y: (value: number) => number,
): string[] {
  const steps = points.slice(1).map(([time], i) => time - points[i]![0]);
  const step = Math.min(...steps);
  const path = points.map(([time, value], i) => {
    const joined = i > 0 && time - points[i - 1]![0] < 1.5 * step;
    return `${joined ? 'L' : 'M'}${short(x(time))} ${short(y(value))}${joined ? '' : 'h0.1'}`;
  });
  return [
    tag('path', { d: path.join(''), fill: 'none', 'stroke-width': 1.5, 'stroke-linecap': 'round', ...strokeOf(index) }),
  ];
}

/** Dashes distinguish lines of the same colour. */
const strokeOf = (index: number) => ({
  stroke: palette[index % palette.length]!,
  'stroke-dasharray': index < palette.length ? undefined : '5 3',
});

const lastOf = ({ points }: Series) => points.at(-1)![1];

const fifths = ({ from, to }: Range) => [0, 1, 2, 3, 4, 5].map((i) => from + (i * (to - from)) / 5);

const writtenTime = (seconds: number) => new Date(seconds * 1000).toTimeString().slice(0, 5);

/** Formats a value in one of the units of Grafana that the dashboards use. */
export function writtenValue(value: number, unit: string): string {
  const digits = (number: number) => String(Number(number.toPrecision(3))).replace('-', '−');
  if (unit === 'percentunit') return `${digits(value * 100)} %`;
  if (unit === 'bytes') return `${digits(value / 2 ** 20)} MiB`;
  if (unit === 's') return value !== 0 && Math.abs(value) < 1 ? `${digits(value * 1000)} ms` : `${digits(value)} s`;
  if (unit === 'ops' || unit === 'reqps') return `${digits(value)} /s`;
  return digits(value);
}
