import { type ResidueKind, residueNumbers } from '../residueCodes.ts';
import { legend } from './legend.ts';
import { aminoAcidClasses, classTable, nucleotideClasses, type ResidueClass } from './residueColors.ts';
import { colors, drawPicture, label, lettersAt, short, shortened, TITLE_HEIGHT, tag } from './svg.ts';

export interface PicturedRow {
  name: string;
  /** One character per column; gaps are `-` or `.`. */
  sequence: string;
  /** The number of the first residue, 1 by default. */
  first?: number;
}

/** Maximum number of rows of an alignment, and of lines, in a picture. */
const MAX_ROWS = 40;
const MAX_LINES = 180;

const COLUMNS = 70;
const CELL = 8.6;
const ROW = 14;
const [LEFT, WIDTH] = [152, 800];
const MAX_NAME = 20;
const BAR = 18;
const GAP = /[-.~]/;

/**
 * Draws an alignment in blocks. A residue is coloured when more than half of all rows have a residue of its class in
 * that column. Bars show the fraction of rows with the most common known residue (U and T are the same base).
 */
export function alignmentPicture(title: string, rows: PicturedRow[], isProtein: boolean): string {
  const classes = isProtein ? aminoAcidClasses : nucleotideClasses;
  const total = rows[0]!.sequence.length;
  const shown = rows.slice(0, MAX_ROWS);
  const blocks = Math.min(Math.ceil(total / COLUMNS), Math.max(1, Math.floor(MAX_LINES / shown.length)));
  const columns = Math.min(total, blocks * COLUMNS);
  const table = classTable(classes);
  const summary = columnSummary(rows, columns, table, isProtein ? 'protein' : 'dna');
  const blockHeight = shown.length * ROW + BAR + 34;
  const top = TITLE_HEIGHT + 44;
  const counts = shown.map(({ first = 1 }) => first - 1);
  const content: string[] = [];
  for (let block = 0; block < blocks; block++) {
    const range: Range = { from: block * COLUMNS, to: Math.min(columns, (block + 1) * COLUMNS) };
    content.push(...drawBlock(shown, range, top + block * blockHeight, { classes, table, summary, counts }));
  }
  return drawPicture(
    {
      width: WIDTH,
      height: top + blocks * blockHeight - 14,
      title,
      description: `Alignment of ${rows.length} sequences with ${total} columns.`,
      note: noteOf(rows.length, shown.length, total, columns),
    },
    [
      label(16, 48, `${rows.length} sequences, ${total} columns`, { fill: colors.quiet }),
      ...legend(
        WIDTH - 16,
        48,
        classes.map((one) => ({ label: one.label, color: one.color, mark: 'box' as const })),
      ),
      ...content,
    ],
  );
}

function noteOf(rows: number, shownRows: number, columns: number, shownColumns: number): string | undefined {
  const notes = [
    ...(shownRows < rows ? [`the first ${shownRows} of ${rows} sequences`] : []),
    ...(shownColumns < columns ? [`columns 1 to ${shownColumns} of ${columns}`] : []),
  ];
  return notes.length === 0 ? undefined : `Shown are ${notes.join(' and ')}.`;
}

interface Range {
  from: number;
  to: number;
}

export interface Summary {
  /** The class that more than half of the rows have; 0 for none. */
  common: Uint8Array;
  /** The fraction of rows with the most common known residue. */
  identity: Float64Array;
}

/** Returns what the rows have in common in each of the first columns. `table`: from character code to class. */
export function columnSummary(rows: PicturedRow[], columns: number, table: Uint8Array, kind: ResidueKind): Summary {
  const numbers = residueNumbers[kind];
  const summary: Summary = { common: new Uint8Array(columns), identity: new Float64Array(columns) };
  const residues = new Uint32Array(32);
  const classes = new Uint32Array(16);
  for (let column = 0; column < columns; column++) {
    residues.fill(0);
    classes.fill(0);
    for (const { sequence } of rows) {
      const code = sequence.charCodeAt(column) & 127;
      residues[numbers[code]!]!++;
      classes[table[code]!]!++;
    }
    // Number 0 stands for unknown residues.
    summary.identity[column] = Math.max(...residues.subarray(1)) / rows.length;
    const common = classes.findIndex((count, i) => i > 0 && count > rows.length / 2);
    summary.common[column] = Math.max(0, common);
  }
  return summary;
}

interface Look {
  classes: ResidueClass[];
  table: Uint8Array;
  summary: Summary;
  /** Number of each row's residues before the block. */
  counts: number[];
}

function drawBlock(rows: PicturedRow[], { from, to }: Range, top: number, { classes, table, summary, counts }: Look) {
  const xOf = (column: number) => LEFT + (column - from) * CELL;
  const columns = Array.from({ length: to - from }, (_, i) => from + i);
  const centres = columns.map((column) => xOf(column) + CELL / 2);
  const cells = classes.map((): string[] => []);
  const lines: string[] = [];
  for (const [i, { name, sequence }] of rows.entries()) {
    const y = top + i * ROW;
    const part = sequence.slice(from, to);
    for (const { start, end, of } of runsOf(sequence, columns, table, summary))
      cells[of - 1]!.push(
        `M${short(xOf(start))} ${short(y)}h${short((end - start) * CELL)}v${ROW}h${short((start - end) * CELL)}z`,
      );
    counts[i]! += Array.from(part).filter((letter) => !GAP.test(letter)).length;
    lines.push(
      label(LEFT - 8, y + 11, shortened(name, MAX_NAME), { 'text-anchor': 'end' }),
      lettersAt(centres, y + 11, part),
      label(xOf(to) + 8, y + 11, String(counts[i]), { fill: colors.quiet }),
    );
  }
  const base = top + rows.length * ROW + BAR + 2;
  const bars = columns.map((column) => {
    const height = short(summary.identity[column]! * BAR);
    return `M${short(xOf(column) + 0.5)} ${base}v-${height}h${short(CELL - 1)}v${height}z`;
  });
  const marks = columns.filter((column) => (column + 1) % 10 === 0);
  return [
    ...cells.flatMap((d, i) => (d.length === 0 ? [] : [tag('path', { d: d.join(''), fill: classes[i]!.color })])),
    ...lines,
    tag('path', { d: bars.join(''), fill: colors.line }),
    tag(
      'g',
      { 'text-anchor': 'middle', 'font-size': 9, fill: colors.quiet },
      marks.map((column) => label(xOf(column) + CELL / 2, top - 4, String(column + 1))),
    ),
  ];
}

/** Yields runs of residues of one class, in columns where most rows have this class. */
function* runsOf(sequence: string, columns: number[], table: Uint8Array, { common }: Summary) {
  let [start, of] = [columns[0]!, 0];
  for (const column of [...columns, columns.at(-1)! + 1]) {
    const own = column > columns.at(-1)! ? -1 : table[sequence.charCodeAt(column) & 127]!;
    const now = own > 0 && own === common[column] ? own : 0;
    if (now === of) continue;
    if (of > 0) yield { start, end: column, of };
    [start, of] = [column, now];
  }
}
