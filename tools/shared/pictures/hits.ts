import { axes, type Frame } from './axes.ts';
import { legend } from './legend.ts';
import { colors, drawPicture, label, short, shortened, TITLE_HEIGHT, tag } from './svg.ts';

/** A sequence that was found, with the parts of the query that it matches. */
export interface PicturedHit {
  name: string;
  evalue: number;
  parts: { from: number; to: number; score: number }[];
}

const MAX_HITS = 40;
const MAX_PARTS = 100;
const [LEFT, WIDTH, ROW] = [190, 800, 17];
const MAX_NAME = 25;

/** Bits from which a shade begins, as in BLAST's own pictures; dark is good, which also reads without colour. */
const shades: { least: number; label: string; color: string }[] = [
  { least: 200, label: '≥ 200', color: '#08306b' },
  { least: 80, label: '80–200', color: '#2171b5' },
  { least: 50, label: '50–80', color: '#6baed6' },
  { least: 40, label: '40–50', color: '#9ecae1' },
  { least: Number.NEGATIVE_INFINITY, label: '< 40 bits', color: '#c9d7e4' },
];

/** The hits of a query as bars along it, best first. `length`: of the query, in residues. */
export function hitsPicture(query: string, length: number, all: PicturedHit[]): string {
  const hits = all.slice(0, MAX_HITS);
  const frame: Frame = { left: LEFT, top: TITLE_HEIGHT + 34, width: 530, height: hits.length * ROW + 8 };
  const rowAxis = { title: '', domain: [0, 1] as [number, number], ticks: [] };
  const position = { title: 'Position in the query', domain: [0.5, length + 0.5] as [number, number], whole: true };
  const { svg, x } = axes(frame, { ...position, grid: true }, rowAxis);
  const y = (i: number) => frame.top + 4 + i * ROW;
  const bars = shades.map(({ color }, shade) => {
    const d = hits.flatMap(({ parts }, i) =>
      parts
        .slice(0, MAX_PARTS)
        .filter(({ score }) => shades.findIndex(({ least }) => score >= least) === shade)
        .map(({ from, to }) => {
          const [start, end] = [x(Math.min(from, to) - 0.5), x(Math.max(from, to) + 0.5)];
          return `M${short(start)} ${short(y(i) + 3)}h${short(Math.max(1, end - start))}v${ROW - 6}H${short(start)}z`;
        }),
    );
    return d.length === 0 ? '' : tag('path', { d: d.join(''), fill: color, 'data-bars': d.length });
  });
  const right = LEFT + frame.width;
  return drawPicture(
    {
      width: WIDTH,
      height: frame.top + frame.height + 52,
      title: `Hits of ${query}`,
      description: `${all.length} sequences that match parts of a query of ${length} residues, best first.`,
      note: all.length > hits.length ? `The best ${hits.length} of ${all.length} sequences.` : undefined,
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
      ...hits.map(({ evalue }, i) => label(right + 10, y(i) + 12, written(evalue), { fill: colors.quiet })),
    ],
  );
}

/** `2e−35`, `0.0012`. */
function written(evalue: number): string {
  const text =
    evalue === 0 || (evalue >= 0.001 && evalue < 1000)
      ? String(Number(evalue.toPrecision(2)))
      : evalue.toExponential(0);
  return text.replace('-', '−');
}
