import type { Alignment, Place } from './alignmentModel.ts';

/** How an alignment is drawn. Sizes are in CSS pixels. */
export interface Look {
  /** Width and height of a cell. */
  cell: number;
  /** Width of the names, and height of the ruler with its bars. */
  left: number;
  top: number;
  /** Colours of the page. */
  ink: string;
  quiet: string;
  paper: string;
  raised: string;
  accent: string;
}

/** The part of the alignment that is in view. */
export interface View {
  width: number;
  height: number;
  /** How far the alignment is scrolled. */
  x: number;
  y: number;
  cursor: Place;
  selected: ReadonlySet<number>;
}

/** Smallest cell in which a letter is readable. */
const LETTERS = 8;

/** Letters on the tints of the classes, which are light in both themes. */
const DARK = '#1a2126';

/** Draws the visible rows and columns on a canvas. */
export function drawAlignment(canvas: HTMLCanvasElement, alignment: Alignment, look: Look, view: View): void {
  const ratio = devicePixelRatio;
  const { width, height, x, y } = view;
  const { cell, left, top } = look;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const range = {
    fromRow: Math.floor(y / cell),
    toRow: Math.min(alignment.rows.length, Math.ceil((y + height - top) / cell)),
    fromColumn: Math.floor(x / cell),
    toColumn: Math.min(alignment.columns, Math.ceil((x + width - left) / cell)),
  };
  context.save();
  context.beginPath();
  context.rect(left, top, width - left, height - top);
  context.clip();
  context.translate(left - x, top - y);
  drawCells(context, alignment, look, range);
  if (cell >= LETTERS) drawLetters(context, alignment, look, range);
  drawMarks(context, alignment, look, view);
  context.restore();
  drawNames(context, alignment, look, view, range);
  drawRuler(context, alignment, look, view, range);
}

interface Range {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

/** Draws the colours as a picture of one pixel per cell, which is then enlarged: half a million cells take a few milliseconds. */
function drawCells(context: CanvasRenderingContext2D, alignment: Alignment, { cell, ink }: Look, range: Range): void {
  const [columns, rows] = [range.toColumn - range.fromColumn, range.toRow - range.fromRow];
  if (columns <= 0 || rows <= 0) return;
  const pixels = new ImageData(columns, rows);
  const tints = alignment.classes.map(({ color }) => channels(color));
  // Where there are no letters, a faint tint shows which cells have a residue.
  const plain = cell < LETTERS ? [...channels(ink), 40] : undefined;
  for (let i = 0; i < rows; i++) {
    const row = alignment.rows[range.fromRow + i]!;
    for (let k = 0; k < columns; k++) {
      const column = range.fromColumn + k;
      const code = row.charCodeAt(column) & 127;
      const own = alignment.table[code]!;
      const tint = own > 0 && own === alignment.common[column] ? tints[own - 1]! : undefined;
      const color = tint ? [...tint, 255] : own > 0 ? plain : undefined;
      if (color) pixels.data.set(color, 4 * (i * columns + k));
    }
  }
  const small = new OffscreenCanvas(columns, rows);
  small.getContext('2d')!.putImageData(pixels, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, range.fromColumn * cell, range.fromRow * cell, columns * cell, rows * cell);
}

const channels = (color: string): number[] =>
  color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

function drawLetters(context: CanvasRenderingContext2D, alignment: Alignment, { cell, ink }: Look, range: Range): void {
  context.font = `${Math.round(cell * 0.82)}px ui-monospace, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let i = range.fromRow; i < range.toRow; i++) {
    const row = alignment.rows[i]!;
    for (let k = range.fromColumn; k < range.toColumn; k++) {
      const own = alignment.table[row.charCodeAt(k) & 127]!;
      context.fillStyle = own > 0 && own === alignment.common[k] ? DARK : ink;
      context.fillText(row[k]!, (k + 0.5) * cell, (i + 0.55) * cell);
    }
  }
}

/** Draws the selected rows and the cursor. */
function drawMarks(
  context: CanvasRenderingContext2D,
  alignment: Alignment,
  look: Look,
  { cursor, selected }: View,
): void {
  const { cell, accent } = look;
  context.fillStyle = accent;
  context.strokeStyle = accent;
  context.globalAlpha = 0.22;
  for (const row of selected) context.fillRect(0, row * cell, alignment.columns * cell, cell);
  context.globalAlpha = 1;
  context.lineWidth = 2;
  const size = Math.max(cell, 6);
  context.strokeRect(cursor.column * cell, cursor.row * cell, size, size);
}

function drawNames(
  context: CanvasRenderingContext2D,
  alignment: Alignment,
  look: Look,
  view: View,
  range: Range,
): void {
  const { cell, left, top } = look;
  context.fillStyle = look.raised;
  context.fillRect(0, 0, left, view.height);
  context.save();
  context.beginPath();
  context.rect(0, top, left - 6, view.height - top);
  context.clip();
  context.font = `${Math.min(13, Math.max(9, cell * 0.85))}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  // Names of rows that are lower than a line of text would overlap: only some are written.
  const every = Math.max(1, Math.ceil(10 / cell));
  for (let i = range.fromRow; i < range.toRow; i++) {
    const isChosen = i === view.cursor.row || view.selected.has(i);
    if (i % every !== 0 && i !== view.cursor.row) continue;
    if (every > 1 && i !== view.cursor.row && Math.abs(i - view.cursor.row) < every) continue;
    context.fillStyle = isChosen ? look.accent : look.ink;
    context.fillText(alignment.names[i]!, 8, top - view.y + (i + 0.5) * cell);
  }
  context.restore();
}

/** Draws the numbers of columns, and below them how many rows agree. */
function drawRuler(
  context: CanvasRenderingContext2D,
  alignment: Alignment,
  look: Look,
  view: View,
  range: Range,
): void {
  const { cell, left, top } = look;
  context.save();
  context.fillStyle = look.raised;
  context.fillRect(left, 0, view.width - left, top);
  context.beginPath();
  context.rect(left, 0, view.width - left, top);
  context.clip();
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const every = [10, 20, 50, 100, 200, 500, 1000, 5000].find((step) => step * cell >= 44) ?? 10_000;
  const bars = top - 16;
  for (let k = range.fromColumn; k < range.toColumn; k++) {
    const x = left - view.x + k * cell;
    context.fillStyle = look.quiet;
    const height = alignment.identity[k]! * bars;
    context.globalAlpha = 0.55;
    context.fillRect(x, top - height, Math.max(1, cell - (cell > 3 ? 1 : 0)), height);
    context.globalAlpha = 1;
    if ((k + 1) % every === 0) context.fillText(String(k + 1), x + cell / 2, 3);
  }
  context.restore();
}
