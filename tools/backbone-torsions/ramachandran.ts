import { axes, type Frame } from '../shared/pictures/axes.ts';
import { legend, shape } from '../shared/pictures/legend.ts';
import { colors, drawPicture, halo, label, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';

/** A residue with its angles in degrees. */
export interface PlottedResidue {
  res: string;
  phi: number | null;
  psi: number | null;
}

const FRAME: Frame = { left: 70, top: TITLE_HEIGHT + 32, width: 480, height: 480 };
const [WIDTH, HEIGHT] = [574, 598];

/** Points that a picture has at most. */
const MAX_POINTS = 8000;

/** The ABEGO regions of `torsions.ts`: where their names stand, and the lines between them. */
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

/** phi and psi of every residue that has both: Ramachandran, Ramakrishnan and Sasisekharan, J. Mol. Biol. 7:95-99 (1963). */
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
  const kinds = [others, ...marks].map((kind) => {
    const points = shown.filter(
      ({ res }) => (marks.find((one) => one.residues.includes(res as never)) ?? others) === kind,
    );
    const d = points
      .map(({ phi, psi }) => shape(kind.mark, x(phi!), y(psi!), kind.mark === 'dot' ? 2.5 : 3.5))
      .join('');
    return tag('path', { d, fill: kind.color, 'fill-opacity': 0.75, 'data-points': points.length });
  });
  return drawPicture(
    {
      width: WIDTH,
      height: HEIGHT,
      title: `Ramachandran plot of ${name}`,
      description: `phi and psi of ${all.length} of ${residues.length} residues, with the borders of the ABEGO regions.`,
      note: all.length > shown.length ? `The first ${shown.length} of ${all.length} residues.` : undefined,
    },
    [
      ...legend(FRAME.left + FRAME.width, 48, [others, ...marks]),
      label(16, 48, `${all.length} residues`, { fill: colors.quiet }),
      ...svg,
      tag('path', {
        d: borders.map(([from, to]) => `M${place(from)}L${place(to)}`).join(''),
        stroke: colors.line,
        'stroke-dasharray': '4 3',
        fill: 'none',
      }),
      ...kinds,
      tag(
        'g',
        { fill: colors.quiet, 'font-size': 13, ...halo },
        regions.map(([region, phi, psi]) => label(x(phi), y(psi), region)),
      ),
    ],
  );
}
