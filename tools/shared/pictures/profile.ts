import { type Axis, axes, type Frame, niceDomain, type Scale } from './axes.ts';
import { legend } from './legend.ts';
import { type Chain, chainBorders } from './residueAxis.ts';
import { colors, drawPicture, halo, label, type Picture, short, TITLE_HEIGHT, tag } from './svg.ts';

/** Values along positions; null where there is none. */
export interface Series {
  label: string;
  values: (number | null)[];
  color: string;
  /** Areas and bars reach from zero to the value. Bars closer than two pixels are drawn as an area. */
  style: 'line' | 'area' | 'bars';
  /** Colour below zero. */
  colorBelow?: string;
}

export interface Profile extends Pick<Picture, 'title' | 'description' | 'note'> {
  /** The position of the first value, 1 by default. */
  first?: number;
  x: Omit<Axis, 'domain' | 'whole'>;
  /**
   * Without a domain the axis reaches from the smallest to the largest value, and includes zero when there are areas or
   * bars.
   */
  y: Omit<Axis, 'domain'> & { domain?: [number, number] };
  series: Series[];
  /** Horizontal lines to compare the values with. */
  rules?: { at: number; label: string }[];
  /** Chains of the residues, if positions are residues of a structure; the first residue has position 0. */
  chains?: Chain[];
}

const WIDTH = 800;
const HEIGHT = 316;
export const PROFILE_FRAME: Frame = { left: 64, top: TITLE_HEIGHT + 22, width: 712, height: 210 };

/**
 * Draws lines and areas along a sequence. Where several positions share a pixel, only their lowest and highest value
 * are drawn.
 */
export function profile({ first = 1, ...given }: Profile): string {
  const frame = PROFILE_FRAME;
  const length = Math.max(...given.series.map(({ values }) => values.length));
  const domain = given.y.domain ?? domainOf(given);
  const xDomain: [number, number] = [first - 0.5, first + length - 0.5];
  const { svg, x, y } = axes(frame, { ...given.x, domain: xDomain, whole: true }, { ...given.y, domain });
  const isThinned = length > 2 * frame.width;
  const drawn = given.series.flatMap((series) => {
    const runs = runsOf(series.values, first).map((run) => (isThinned ? extremes(run, x) : run));
    if (series.style === 'line') return [lineOf(series, runs, x, y)];
    const areBars = series.style === 'bars' && 2 * length <= frame.width;
    return areBars ? [barsOf(series, runs.flat(), x, y)] : areaOf(series, runs, x, y, domain);
  });
  const rules = (given.rules ?? []).filter(({ at }) => at >= domain[0] && at <= domain[1]);
  const entries = given.series.map((series) => ({
    label: series.label,
    color: series.color,
    mark: series.style === 'line' ? ('line' as const) : ('box' as const),
  }));
  const thinned = isThinned ? 'Each column of pixels spans the lowest to the highest value of its positions.' : '';
  const note = [given.note, thinned].filter(Boolean).join(' ') || undefined;
  return drawPicture({ ...given, width: WIDTH, height: HEIGHT, note, besideTitle: 330 }, [
    ...svg,
    ...drawn,
    ...rules.flatMap(({ at, label: words }) => [
      tag('path', {
        d: `M${frame.left} ${short(y(at))}h${frame.width}`,
        stroke: colors.quiet,
        'stroke-dasharray': '5 4',
      }),
      label(frame.left + frame.width - 4, y(at) - 5, words, { 'text-anchor': 'end', fill: colors.quiet, ...halo }),
    ]),
    ...chainBorders(frame, x, given.chains ?? []),
    ...(entries.length > 1 ? legend(frame.left + frame.width, 22, entries) : []),
  ]);
}

function domainOf({ series, rules = [] }: Omit<Profile, 'first'>): [number, number] {
  const zero = series.some(({ style }) => style !== 'line') ? [0] : [];
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  return niceDomain(values, { include: [...zero, ...rules.map(({ at }) => at)] });
}

type Point = [position: number, value: number];

/** Returns the runs of consecutive positions that have values. */
function runsOf(values: (number | null)[], first: number): Point[][] {
  const runs: Point[][] = [];
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    if (i === 0 || values[i - 1] === null) runs.push([]);
    runs.at(-1)!.push([first + i, value]);
  }
  return runs;
}

/** Returns the lowest and the highest point of each pixel, in order of position. */
function extremes(run: Point[], x: Scale): Point[] {
  return [...Map.groupBy(run, ([position]) => Math.floor(x(position))).values()].flatMap((points) => {
    let [low, high] = [points[0]!, points[0]!];
    for (const point of points) {
      if (point[1] < low[1]) low = point;
      if (point[1] > high[1]) high = point;
    }
    return low === high ? [low] : low[0] < high[0] ? [low, high] : [high, low];
  });
}

const path = (points: Point[], x: Scale, y: Scale): string =>
  points.map(([position, value]) => `${short(x(position))} ${short(y(value))}`).join('L');

function lineOf({ color }: Series, runs: Point[][], x: Scale, y: Scale): string {
  // A round line cap draws a run of one point as a dot.
  const d = runs.map((run) => `M${path(run, x, y)}${run.length === 1 ? 'h0' : ''}`).join('');
  return tag('path', {
    d,
    stroke: color,
    'stroke-width': 1.6,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
    fill: 'none',
  });
}

function barsOf({ color, colorBelow = color }: Series, points: Point[], x: Scale, y: Scale): string {
  const width = x(1) - x(0) - (x(1) - x(0) > 5 ? 1 : 0);
  const draw = (some: Point[]) =>
    some.map(
      ([at, value]) => `M${short(x(at) - width / 2)} ${short(y(0))}V${short(y(value))}h${short(width)}V${short(y(0))}z`,
    );
  const [above, below] = [points.filter(([, value]) => value >= 0), points.filter(([, value]) => value < 0)];
  const bars = tag('path', { d: draw(above).join(''), fill: color });
  return below.length === 0 ? bars : bars + tag('path', { d: draw(below).join(''), fill: colorBelow });
}

/** Draws one area above zero and one below, with extra points where the line crosses zero. */
function areaOf({ color, colorBelow = color }: Series, runs: Point[][], x: Scale, y: Scale, domain: [number, number]) {
  const zero = short(y(Math.min(Math.max(0, domain[0]), domain[1])));
  const closed = (clamp: (value: number) => number) =>
    runs
      .map(crossings)
      .map((run) => {
        const [start, end] = [short(x(run[0]![0])), short(x(run.at(-1)![0]))];
        const upper = path(
          run.map(([position, value]): Point => [position, clamp(value)]),
          x,
          y,
        );
        return `M${start} ${zero}L${upper}L${end} ${zero}z`;
      })
      .join('');
  const areas = [{ d: closed((value) => Math.max(0, value)), fill: color }];
  if (domain[0] < 0) areas.push({ d: closed((value) => Math.min(0, value)), fill: colorBelow });
  return areas.map((area) => tag('path', { ...area, 'fill-opacity': 0.85 }));
}

function crossings(run: Point[]): Point[] {
  return run.flatMap((point, i): Point[] => {
    const before = run[i - 1];
    if (!before || before[1] * point[1] >= 0) return [point];
    const part = before[1] / (before[1] - point[1]);
    return [[before[0] + part * (point[0] - before[0]), 0], point];
  });
}
