import { axes, type Frame } from '../shared/pictures/axes.ts';
import { type Grid, heatmap, MAX_CELLS } from '../shared/pictures/heatmap.ts';
import { legend } from '../shared/pictures/legend.ts';
import { chainBorders, residueAxis } from '../shared/pictures/residueAxis.ts';
import { colors, drawPicture, label, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import type { Contact, ContactOptions, Site } from './contacts.ts';

const FRAME: Frame = { left: 68, top: TITLE_HEIGHT + 46, width: 540, height: 540 };
const [WIDTH, HEIGHT] = [630, 672];

/** Shades from near (dark) to far (light). They have one hue, so they are also readable without colour. */
const SHADES = ['#08306b', '#2171b5', '#6baed6', '#bdd7e7'];

/**
 * Draws the contacts of a structure as a symmetric map. In large maps a cell has several residues, and shows their
 * nearest pair.
 */
export function contactMapPicture(
  name: string,
  sites: Site[],
  contacts: Contact[],
  { atom, cutoff }: ContactOptions,
): string {
  const perCell = Math.ceil(sites.length / MAX_CELLS);
  const grid = gridOf(sites.length, contacts, perCell, cutoff);
  const residues = sites.map(({ residue }) => ({ chain: residue.chain, seq: `${residue.number}${residue.insertion}` }));
  const { ticks, format, chains } = residueAxis(residues, FRAME.width);
  const axis = { title: 'Residue', domain: [-0.5, sites.length - 0.5] as [number, number], ticks, format };
  const { svg, x, y } = axes(FRAME, { ...axis, grid: true }, axis);
  const cellX = (cell: number) => x(cell * perCell - 0.5);
  const cellY = (cell: number) => y(cell * perCell - 0.5);
  const entries = SHADES.map((color, i) => ({
    label: `≤ ${short(shadeEnd(i, cutoff))} Å`,
    color,
    mark: 'box' as const,
  }));
  return drawPicture(
    {
      width: WIDTH,
      height: HEIGHT,
      title: `Contacts in ${name}`,
      description: `${contacts.length} contacts of ${sites.length} residues: ${atom} atoms within ${cutoff} Å.`,
      note:
        perCell > 1 ? `Each cell has ${perCell} × ${perCell} residues and the shade of their nearest pair.` : undefined,
    },
    [
      label(16, 46, `${atom} atoms within ${cutoff} Å`, { fill: colors.quiet }),
      ...legend(FRAME.left + FRAME.width, 46, entries),
      ...svg,
      tag('path', {
        d: `M${FRAME.left} ${FRAME.top + FRAME.height}l${FRAME.width} ${-FRAME.height}`,
        stroke: colors.grid,
      }),
      ...heatmap(grid, SHADES, cellX, cellY),
      ...chainBorders(FRAME, x, chains),
      ...rows(chains.slice(1).map(({ start }) => y(start - 0.5))),
    ],
  );
}

/** Returns the borders between chains across the map. */
const rows = (at: number[]): string[] =>
  at.length === 0
    ? []
    : [
        tag('path', {
          d: at.map((y) => `M${FRAME.left} ${short(y)}h${FRAME.width}`).join(''),
          stroke: colors.line,
          'stroke-dasharray': '3 3',
        }),
      ];

/**
 * Returns the upper end of a shade. The shades divide the upper half of the range into equal parts, because few
 * contacts are nearer.
 */
const shadeEnd = (shade: number, cutoff: number): number => (cutoff * (5 + shade)) / 8;

function shadeOf(distance: number, cutoff: number): number {
  return SHADES.findIndex((_, i) => distance <= shadeEnd(i, cutoff) + 1e-9) + 1;
}

function gridOf(count: number, contacts: Contact[], perCell: number, cutoff: number): Grid {
  const size = Math.ceil(count / perCell);
  const classes = new Uint8Array(size * size);
  for (const [i, j, apart] of contacts) {
    const shade = shadeOf(apart, cutoff);
    const [a, b] = [Math.floor(i / perCell), Math.floor(j / perCell)];
    for (const at of [a * size + b, b * size + a]) {
      if (classes[at] === 0 || classes[at]! > shade) classes[at] = shade;
    }
  }
  return { size, classes };
}
