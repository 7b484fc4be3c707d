import { nice, ticks } from 'd3-array';
import { colors, label, short, tag } from './svg.ts';

/** The rectangle of the data, in pixels. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Axis {
  title: string;
  domain: [number, number];
  /** Values with a mark; by default round values. */
  ticks?: number[];
  /** Formats the text of a mark. */
  format?: (value: number) => string;
  /** Only whole numbers get a mark, as for positions. */
  whole?: boolean;
  /** Whether the x axis also has grid lines. */
  grid?: boolean;
}

export type Scale = (value: number) => number;

/** Returns a linear scale from values to pixels. */
export function scaleOf([first, last]: [number, number], from: number, to: number): Scale {
  const factor = last === first ? 0 : (to - from) / (last - first);
  return (value) => from + (value - first) * factor;
}

/** Returns the smallest range with round ends that contains all values. */
export function niceDomain(values: Iterable<number>, { include = [] as number[], marks = 6 } = {}): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of [...include, ...values]) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!(low <= high)) return [0, 1];
  return low === high ? nice(low - 1, high + 1, marks) : nice(low, high, marks);
}

/** Minimum distance between two marks in pixels. */
const TICK_WIDTH = 80;
const TICK_HEIGHT = 40;

/** Draws two axes with marks, titles and a light grid. Returns also their scales. */
export function axes(frame: Frame, x: Axis, y: Axis): { svg: string[]; x: Scale; y: Scale } {
  const { left, top, width, height } = frame;
  const [right, bottom] = [left + width, top + height];
  const [scaleX, scaleY] = [scaleOf(x.domain, left, right), scaleOf(y.domain, bottom, top)];
  const across = ticksOf(x, width / TICK_WIDTH);
  const up = ticksOf(y, height / TICK_HEIGHT);
  const grid = [
    ...up.map((value) => `M${short(left)} ${short(scaleY(value))}H${short(right)}`),
    ...(x.grid ? across.map((value) => `M${short(scaleX(value))} ${short(top)}V${short(bottom)}`) : []),
  ];
  const marks = across.map((value) => `M${short(scaleX(value))} ${short(bottom)}v4`);
  const svg = [
    tag('path', { d: grid.join(''), stroke: colors.grid, fill: 'none' }),
    tag('path', {
      d: `M${short(left)} ${short(top)}V${short(bottom)}H${short(right)}${marks.join('')}`,
      stroke: colors.quiet,
      fill: 'none',
    }),
    tag(
      'g',
      { 'text-anchor': 'middle' },
      across.map((value) => label(scaleX(value), bottom + 17, written(x, value))),
    ),
    tag(
      'g',
      { 'text-anchor': 'end' },
      up.map((value) => label(left - 7, scaleY(value) + 4, written(y, value))),
    ),
    label(left + width / 2, bottom + 36, x.title, { 'text-anchor': 'middle', 'font-size': 12 }),
    label(0, 0, y.title, {
      transform: `translate(${short(left - 44)} ${short(top + height / 2)}) rotate(-90)`,
      'text-anchor': 'middle',
      'font-size': 12,
    }),
  ];
  return { svg, x: scaleX, y: scaleY };
}

function ticksOf({ domain: [low, high], ticks: given, whole }: Axis, most: number): number[] {
  if (given) return given;
  const round = ticks(low, high, Math.max(2, Math.floor(most)));
  return whole ? round.filter(Number.isInteger) : round;
}

/** Formats a value with a minus sign as wide as a plus sign. */
const written = ({ format }: Axis, value: number): string =>
  format ? format(value) : String(Number(value.toPrecision(6))).replace('-', '−');
