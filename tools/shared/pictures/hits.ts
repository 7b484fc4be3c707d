import { axes, type Frame } from './axes.ts';
import { legend } from './legend.ts';
import { colors, drawPicture, label, short, shortened, TITLE_HEIGHT, tag, writtenEvalue } from './svg.ts';

/** A sequence that was found, with the matched parts of the query. */
export interface PicturedHit {
  name: string;
  evalue: number;
  parts: Part[];
}

interface Part {
  from: number;
  to: number;
  score: number;
  /**
   * For searches in which strands matter: 1 when query and found sequence run in the same direction, -1 when one of
   * them is read backwards.
   */
  strand?: 1 | -1;
}

const MAX_HITS = 40;
const MAX_PARTS = 100;

/**
 * Overlapping parts, such as those of different reading frames, are drawn below each other, in at most this many lines.
 */
const MAX_LANES = 4;
const LANE = 10;
const [LEFT, WIDTH, ROW] = [190, 800, 17];
const MAX_NAME = 25;

/**
 * Minimum bits of each shade, as in BLAST's own pictures. Dark shades are good hits, which is also readable without
 * colour.
 */
const shades: { least: number; label: string; color: string }[] = [
  { least: 200, label: '≥ 200', color: '#08306b' },
  { least: 80, label: '80–200', color: '#2171b5' },
  { least: 50, label: '50–80', color: '#6baed6' },
  { least: 40, label: '40–50', color: '#9ecae1' },
  { least: Number.NEGATIVE_INFINITY, label: '< 40 bits', color: '#c9d7e4' },
];

/**
 * Draws the hits of a query as bars along it, best first. Bars are arrows where strands matter. `length` is that of the
 * query in residues.
 */
export function hitsPicture(query: string, length: number, all: PicturedHit[]): string {
  const hits = all.slice(0, MAX_HITS).map((hit) => ({ ...hit, parts: inLanes(hit.parts.slice(0, MAX_PARTS)) }));
  const heights = hits.map(({ parts }) => ROW + LANE * Math.max(0, ...parts.map(({ lane }) => lane)));
  const tops = heights.map((_, i) => heights.slice(0, i).reduce((sum, height) => sum + height, 0));
  const total = heights.reduce((sum, height) => sum + height, 0);
  const frame: Frame = { left: LEFT, top: TITLE_HEIGHT + 34, width: 530, height: total + 8 };
  const rowAxis = { title: '', domain: [0, 1] as [number, number], ticks: [] };
  const position = { title: 'Position in the query', domain: [0.5, length + 0.5] as [number, number], whole: true };
  const { svg, x } = axes(frame, { ...position, grid: true }, rowAxis);
  const y = (i: number) => frame.top + 4 + tops[i]!;
  const bars = shades.map(({ color }, shade) => {
    const d = hits.flatMap(({ parts }, i) =>
      parts
        .filter(({ score }) => shades.findIndex(({ least }) => score >= least) === shade)
        .map(({ from, to, strand, lane }) => {
          const [start, end] = [x(Math.min(from, to) - 0.5), x(Math.max(from, to) + 0.5)];
          return bar(start, Math.max(1, end - start), y(i) + 3 + lane * LANE, strand);
        }),
    );
    return d.length === 0 ? '' : tag('path', { d: d.join(''), fill: color, 'data-bars': d.length });
  });
  const hasStrands = hits.some(({ parts }) => parts.some(({ strand }) => strand !== undefined));
  const notes = [
    ...(all.length > hits.length ? [`The best ${hits.length} of ${all.length} sequences.`] : []),
    ...(hasStrands ? ['An arrow to the left is a match on the reverse strand.'] : []),
  ];
  const right = LEFT + frame.width;
  return drawPicture(
    {
      width: WIDTH,
      height: frame.top + frame.height + 52,
      title: `Hits of ${query}`,
      description: `${all.length} sequences that match parts of a query of ${length} residues, best first.`,
      note: notes.join(' ') || undefined,
    },
    [
      ...legend(
        right,
        48,
        shades.map((shade) => ({ label: shade.label, color: shade.color, mark: 'box' as const })),
      ),
      label(right + 10, 48, 'E-value', { fill: colors.quiet }),
      ...svg,
      ...bars,
      tag(
        'g',
        { 'text-anchor': 'end' },
        hits.map(({ name }, i) => label(LEFT - 8, y(i) + 12, shortened(name, MAX_NAME))),
      ),
      ...hits.map(({ evalue }, i) => label(right + 10, y(i) + 12, writtenEvalue(evalue), { fill: colors.quiet })),
    ],
  );
}

/** Puts each part in the first line of its hit where it overlaps no other part; in the last line if there is none. */
function inLanes(parts: Part[]): (Part & { lane: number })[] {
  const lanes: Part[][] = Array.from({ length: MAX_LANES }, () => []);
  return parts.map((part) => {
    const free = lanes.findIndex((lane) => lane.every((other) => !overlap(part, other)));
    const lane = free < 0 ? MAX_LANES - 1 : free;
    lanes[lane]!.push(part);
    return { ...part, lane };
  });
}

const overlap = (a: Part, b: Part): boolean =>
  Math.min(a.from, a.to) <= Math.max(b.from, b.to) && Math.min(b.from, b.to) <= Math.max(a.from, a.to);

/** Returns the path of a bar, or of an arrow along the strand. */
function bar(left: number, width: number, top: number, strand: 1 | -1 | undefined): string {
  const height = LANE - 1;
  if (strand === undefined) return `M${short(left)} ${short(top)}h${short(width)}v${height}H${short(left)}z`;
  const [head, half] = [Math.min(6, width), height / 2];
  const [tail, tip] = strand > 0 ? [left, left + width] : [left + width, left];
  const neck = tip - strand * head;
  return `M${short(tail)} ${short(top)}H${short(neck)}L${short(tip)} ${short(top + half)}L${short(neck)} ${short(top + height)}H${short(tail)}z`;
}
