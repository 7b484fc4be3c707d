import { legend } from '../shared/pictures/legend.ts';
import { colors, drawPicture, label, lettersAt, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import type { DsspResidue } from './parseDssp.ts';

const COLUMNS = 70;
const [LEFT, WIDTH] = [88, 800];
const CELL = 9.4;
const BLOCK = 62;

/** Maximum number of lines in a picture. */
const MAX_LINES = 60;

interface Element {
  kind: 'helix' | 'strand' | 'turn';
  start: number;
  end: number;
  /** Whether the element continues in the next line. */
  open: boolean;
}

const kindOf = (ss: string): Element['kind'] | undefined =>
  'HGIP'.includes(ss) ? 'helix' : 'EB'.includes(ss) ? 'strand' : 'TS'.includes(ss) ? 'turn' : undefined;

const elementColors = { helix: colors.vermillion, strand: colors.blue, turn: colors.green };

/** Draws helices, strands and turns above the sequence of each chain. */
export function secondaryStructurePicture(name: string, residues: DsspResidue[]): string {
  const chains = [...Map.groupBy(residues, ({ chain }) => chain)];
  const lines = chains.flatMap(([chain, all]) =>
    Array.from({ length: Math.ceil(all.length / COLUMNS) }, (_, i) => ({ chain, all, from: i * COLUMNS })),
  );
  const shown = lines.slice(0, MAX_LINES);
  const top = TITLE_HEIGHT + 40;
  return drawPicture(
    {
      width: WIDTH,
      height: top + shown.length * BLOCK,
      title: `Secondary structure of ${name}`,
      description: `Helices, strands and turns of ${residues.length} residues in ${chains.length === 1 ? 'one chain' : `${chains.length} chains`}.`,
      note: lines.length > shown.length ? `The first ${shown.length} of ${lines.length} lines.` : undefined,
    },
    [
      ...legend(WIDTH - 42, 48, [
        { label: 'helix', color: elementColors.helix, mark: 'box' },
        { label: 'strand', color: elementColors.strand, mark: 'box' },
        { label: 'turn or bend', color: elementColors.turn, mark: 'line' },
      ]),
      ...shown.flatMap(({ chain, all, from }, i) => drawLine(chain, all, from, top + i * BLOCK)),
    ],
  );
}

function drawLine(chain: string, all: DsspResidue[], from: number, y: number): string[] {
  const part = all.slice(from, from + COLUMNS);
  const x = (i: number) => LEFT + i * CELL;
  const letters = part.map(({ aa }) => aa).join('');
  const elements = elementsOf(part, kindOf(all[from + COLUMNS]?.ss ?? '-'));
  return [
    label(16, y + 13, `chain ${chain || '–'}`.slice(0, 12), { fill: colors.quiet }),
    tag('path', { d: `M${LEFT} ${y + 9}h${short(part.length * CELL)}`, stroke: colors.line, 'stroke-width': 1.5 }),
    ...elements.map((element) => drawElement(element, x, y)),
    label(LEFT - 8, y + 30, part[0]!.seq, { 'text-anchor': 'end', fill: colors.quiet }),
    lettersAt(
      part.map((_, i) => x(i) + CELL / 2),
      y + 30,
      letters,
    ),
    ...ruler(part, x, y + 43),
    label(x(part.length) + 6, y + 30, part.at(-1)!.seq, { fill: colors.quiet }),
  ];
}

/** Draws round residue numbers below the residues. */
function ruler(part: DsspResidue[], x: (i: number) => number, y: number): string[] {
  const marks = part.flatMap(({ seq }, i) => (/^-?\d*0$/.test(seq) ? [label(x(i) + CELL / 2, y, seq)] : []));
  return marks.length === 0 ? [] : [tag('g', { 'text-anchor': 'middle', 'font-size': 9, fill: colors.quiet }, marks)];
}

function elementsOf(part: DsspResidue[], next: Element['kind'] | undefined): Element[] {
  const elements: Element[] = [];
  for (const [i, { ss }] of part.entries()) {
    const kind = kindOf(ss);
    const last = elements.at(-1);
    if (kind && last?.kind === kind && last.end === i) last.end++;
    else if (kind) elements.push({ kind, start: i, end: i + 1, open: false });
  }
  const last = elements.at(-1);
  if (last && last.end === part.length) last.open = last.kind === next;
  return elements;
}

/** Draws an element: a helix as a rounded bar, a strand as an arrow towards its end, a turn as a thick line. */
function drawElement({ kind, start, end, open }: Element, x: (i: number) => number, y: number): string {
  const [from, to] = [x(start), x(end)];
  const fill = elementColors[kind];
  if (kind === 'turn')
    return tag('path', { d: `M${short(from)} ${y + 9}H${short(to)}`, stroke: fill, 'stroke-width': 3.5 });
  if (kind === 'helix') return tag('rect', { x: from, y: y + 2, width: to - from, height: 14, rx: 6, fill });
  const head = open ? to : Math.max(from, to - 9);
  const point = open ? `V${y + 13}` : `V${y + 1}L${short(to)} ${y + 9}L${short(head)} ${y + 17}V${y + 13}`;
  return tag('path', { d: `M${short(from)} ${y + 5}H${short(head)}${point}H${short(from)}z`, fill });
}
