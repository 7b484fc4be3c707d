import { nice, ticks } from 'd3-array';
import { colors, label, short, tag } from './svg.ts';

/** Where data are drawn, in pixels. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Axis {
  title: string;
  domain: [number, number];
  /** Values that have a mark; round ones by default. */
  ticks?: number[];
  /** How a mark is written. */
  format?: (value: number) => string;
  /** Marks of whole numbers alone, as of positions. */
  whole?: boolean;
  /** Lines across the frame from the marks of the x axis, too. */
  grid?: boolean;
}

export type Scale = (value: number) => number;

/** A straight scale from values to pixels. */
export function scaleOf([first, last]: [number, number], from: number, to: number): Scale {
  const factor = last === first ? 0 : (to - from) / (last - first);
  return (value) => from + (value - first) * factor;
}

/** The least range with round ends that has all values. */
export function niceDomain(values: Iterable<number>, { include = [] as number[], marks = 6 } = {}): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of [...include, ...values]) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!(low <= high)) return [0, 1];
  return low === high ? nice(low - 1, high + 1, marks) : nice(low, high, marks);
}

/** Pixels from one mark to the next, at least. */
const TICK_WIDTH = 80;
const TICK_HEIGHT = 40;

/** Two axes with marks, titles and a light grid, and their scales. */
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

/** With a minus sign that is as wide as a plus. */
const written = ({ format }: Axis, value: number): string =>
  format ? format(value) : String(Number(value.toPrecision(6))).replace('-', '−');
