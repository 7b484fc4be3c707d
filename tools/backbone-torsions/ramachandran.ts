import { axes, type Frame } from '../shared/pictures/axes.ts';
import { legend, shape } from '../shared/pictures/legend.ts';
import { colors, drawPicture, halo, label, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import { BINS, gridOf } from './quality.ts';

/** A residue with its angles in degrees. */
export interface PlottedResidue {
  chain: string;
  seq: string;
  res: string;
  phi: number | null;
  psi: number | null;
  quality: string | null;
  kind: string | null;
}

const FRAME: Frame = { left: 70, top: TITLE_HEIGHT + 32, width: 480, height: 480 };
const [WIDTH, HEIGHT] = [574, 598];

/** Maximum number of outliers whose names are written next to them. */
const MAX_NAMED = 12;

/** Maximum number of points in a picture. */
const MAX_POINTS = 8000;

/** The ABEGO regions of `torsions.ts`: positions of their names, and the lines between them. */
const regions: [name: string, phi: number, psi: number][] = [
  ['A', -172, -68],
  ['B', -172, 166],
  ['G', 170, -93],
  ['E', 170, 166],
];
const borders: [from: [number, number], to: [number, number]][] = [
  [
    [0, -180],
    [0, 180],
  ],
  [
    [-180, -75],
    [0, -75],
  ],
  [
    [-180, 50],
    [0, 50],
  ],
  [
    [0, -100],
    [180, -100],
  ],
  [
    [0, 100],
    [180, 100],
  ],
];

const marks = [
  { label: 'glycine', mark: 'triangle', color: colors.orange, residues: ['GLY'] },
  { label: 'proline', mark: 'diamond', color: colors.green, residues: ['PRO'] },
] as const;
const others = { label: 'others', mark: 'dot', color: colors.blue } as const;
const outliers = { label: 'outlier', mark: 'dot', color: colors.vermillion } as const;

/**
 * Colours of chains in structures with several. Shapes show the kind of residue. With more chains than colours, all
 * have the same colour.
 */
const chainColors = [colors.blue, colors.orange, colors.green, colors.purple];

/** Returns the colour of each chain. Empty for a single chain, and for more chains than colours. */
function colorsOf(residues: PlottedResidue[]): Map<string, string> {
  const chains = [...new Set(residues.map(({ chain }) => chain))];
  const isTold = chains.length > 1 && chains.length <= chainColors.length;
  return new Map(isTold ? chains.map((chain, i) => [chain, chainColors[i]!]) : []);
}

/** Shades of the regions for general residues: not glycine, proline, or before proline. */
const shades = [
  { quality: 'allowed', label: 'allowed', color: '#eef3fa' },
  { quality: 'favoured', label: 'favoured', color: '#d3e1f2' },
] as const;

/** Returns rectangles for the bins of a quality. Bins on top of each other form one rectangle. */
function region(quality: string, x: (phi: number) => number, y: (psi: number) => number): string {
  const grid = gridOf('general');
  const step = 360 / BINS;
  const parts: string[] = [];
  for (let i = 0; i < BINS; i++)
    for (let j = 0; j < BINS; j++) {
      if (grid[i * BINS + j] !== quality) continue;
      const from = j;
      while (j + 1 < BINS && grid[i * BINS + j + 1] === quality) j++;
      const [left, right] = [x(-180 + i * step), x(-180 + (i + 1) * step)];
      const [bottom, top] = [y(-180 + from * step), y(-180 + (j + 1) * step)];
      parts.push(`M${short(left)} ${short(top)}H${short(right)}V${short(bottom)}H${short(left)}z`);
    }
  return parts.join('');
}

/**
 * Plots phi and psi of every residue that has both: Ramachandran, Ramakrishnan and Sasisekharan, J. Mol. Biol. 7:95-99
 * (1963).
 */
export function ramachandranPlot(name: string, residues: PlottedResidue[]): string {
  const all = residues.filter(({ phi, psi }) => phi !== null && psi !== null);
  const shown = all.slice(0, MAX_POINTS);
  const ticks = [-180, -120, -60, 0, 60, 120, 180];
  const domain: [number, number] = [-180, 180];
  const { svg, x, y } = axes(
    FRAME,
    { title: 'φ (degrees)', domain, ticks, grid: true },
    { title: 'ψ (degrees)', domain, ticks },
  );
  const place = ([phi, psi]: [number, number]) => `${short(x(phi))} ${short(y(psi))}`;
  const chains = colorsOf(shown);
  const right = shown.filter(({ quality }) => quality !== 'outlier');
  const kinds = [others, ...marks].flatMap((kind) => {
    const points = right.filter(
      ({ res }) => (marks.find((one) => one.residues.includes(res as never)) ?? others) === kind,
    );
    const byChain = chains.size > 0 ? [...Map.groupBy(points, ({ chain }) => chain)] : [['', points] as const];
    return byChain.map(([chain, own]) => {
      const d = own.map(({ phi, psi }) => shape(kind.mark, x(phi!), y(psi!), kind.mark === 'dot' ? 2.5 : 3.5)).join('');
      return tag('path', { d, fill: chains.get(chain) ?? kind.color, 'fill-opacity': 0.75, 'data-points': own.length });
    });
  });
  const wrong = shown.filter(({ quality }) => quality === 'outlier');
  const names = wrong.slice(0, MAX_NAMED).map(({ chain, res, seq, phi, psi }) =>
    label(x(phi!) + (phi! > 120 ? -6 : 6), y(psi!) + 4, `${chain}:${res}${seq}`, {
      'text-anchor': phi! > 120 ? 'end' : 'start',
    }),
  );
  const judged = all.filter(({ quality }) => quality !== null).length;
  const favoured = all.filter(({ quality }) => quality === 'favoured').length;
  return drawPicture(
    {
      width: WIDTH,
      height: HEIGHT,
      title: `Ramachandran plot of ${name}`,
      description: `phi and psi of ${all.length} of ${residues.length} residues, with the borders of the ABEGO regions (A right-handed helix, B extended, G left-handed helix, E extended with positive phi) and the favoured and allowed regions of general residues; ${wrong.length} outliers.`,
      note: [
        `${favoured} of ${judged} favoured; shaded: general residues. A: α helix, G: left-handed, B and E: extended.`,
        ...(all.length > shown.length ? [`The first ${shown.length} of ${all.length} residues.`] : []),
      ].join(' '),
    },
    [
      ...legend(FRAME.left + FRAME.width, 48, [
        ...shades.map(({ label: name, color }) => ({ label: name, color, mark: 'box' as const })),
        ...[others, ...marks].map((kind) => (chains.size > 0 ? { ...kind, color: colors.quiet } : kind)),
        outliers,
      ]),
      ...shades.map(({ quality, color }) => tag('path', { d: region(quality, x, y), fill: color })),
      ...svg,
      tag('path', {
        d: borders.map(([from, to]) => `M${place(from)}L${place(to)}`).join(''),
        stroke: colors.line,
        'stroke-dasharray': '4 3',
        fill: 'none',
      }),
      ...kinds,
      tag('path', {
        d: wrong.map(({ phi, psi }) => shape('dot', x(phi!), y(psi!), 3.5)).join(''),
        fill: outliers.color,
        'data-outliers': wrong.length,
      }),
      tag('g', { 'font-size': 10, ...halo }, names),
      // The legend covers a corner with hardly any residues.
      ...legend(
        FRAME.left + FRAME.width - 8,
        FRAME.top + FRAME.height - 10,
        [...chains].map(([chain, color]) => ({ label: `chain ${chain}`.slice(0, 14), color, mark: 'box' as const })),
      ),
      tag(
        'g',
        { fill: colors.quiet, 'font-size': 13, ...halo },
        regions.map(([letter, phi, psi]) => label(x(phi), y(psi), letter)),
      ),
    ],
  );
}
