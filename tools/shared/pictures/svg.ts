/** Maximum size of a tool's picture. Larger ones are drawn in less detail, with a note in the picture. */
export const MAX_PICTURE_BYTES = 1024 * 1024;

/** Attributes of an element: texts or numbers. Undefined ones are left out. */
export type Attributes = Record<string, string | number | undefined>;

/** Colours that colour-blind readers can distinguish: Okabe and Ito, https://jfly.uni-koeln.de/color/ (2008). */
export const colors = {
  blue: '#0072b2',
  vermillion: '#d55e00',
  green: '#009e73',
  orange: '#e69f00',
  sky: '#56b4e9',
  purple: '#cc79a7',
  ink: '#1a2126',
  quiet: '#5a6670',
  line: '#c3cad1',
  grid: '#e8ebee',
  paper: '#ffffff',
};

/** Returns one element. Children are elements, or texts from `escaped`. */
export function tag(name: string, attributes: Attributes, children: string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escaped(value!)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** Returns a text at a point. */
export const label = (x: number, y: number, words: string, attributes: Attributes = {}): string =>
  tag('text', { x, y, ...attributes }, [escaped(words)]);

/**
 * Draws letters in columns, each around its own centre. One element with a list of positions would be shorter, but
 * librsvg and CairoSVG use only the first position of such a list.
 */
export function lettersAt(centres: number[], y: number, letters: string, attributes: Attributes = {}): string {
  const placed = Array.from(letters, (letter, i) => `<tspan x="${short(centres[i]!)}">${escaped(letter)}</tspan>`);
  return tag('text', { y, 'font-family': 'monospace', 'text-anchor': 'middle', ...attributes }, placed);
}

/** Attributes that keep a text readable on top of lines. */
export const halo: Attributes = { stroke: colors.paper, 'stroke-width': 2.5, 'paint-order': 'stroke' };

/** Formats a coordinate. Two decimals of a pixel are more precise than anyone sees. */
export function short(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Characters that XML cannot hold, and those that change the direction of the surrounding text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Escapes a text of any user for XML. */
export function escaped(words: string): string {
  return words
    .toWellFormed()
    .replace(unprintable, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Shortens a name to at most `most` characters. */
export function shortened(name: string, most: number): string {
  const characters = Array.from(name.slice(0, 4 * most));
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`;
}

/** Formats an E-value as `2e−35` or `0.0012`. */
export function writtenEvalue(evalue: number): string {
  const text =
    evalue === 0 || (evalue >= 0.001 && evalue < 1000)
      ? String(Number(evalue.toPrecision(2)))
      : evalue.toExponential(0);
  return text.replace('-', '−');
}

export interface Picture {
  /** In pixels. */
  width: number;
  height: number;
  /** What the picture shows; written above it and read by screen readers. */
  title: string;
  /** Description for readers who do not see the picture. */
  description: string;
  /** What was left out; written below the picture. */
  note?: string;
  /** Width in pixels that is occupied to the right of the title. */
  besideTitle?: number;
}

/** Heights of the title and of the note. */
export const TITLE_HEIGHT = 34;
const NOTE_HEIGHT = 22;

/**
 * Draws a picture on white paper, so that it looks the same on dark pages. The area from `TITLE_HEIGHT` down to
 * `height` is free to use. A picture has no script, style sheet, link or id, and the same content gives the same bytes.
 */
export function drawPicture(
  { width, height, title, description, note, besideTitle = 0 }: Picture,
  content: string[],
): string {
  const whole = note ? height + NOTE_HEIGHT : height;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${short(width)} ${short(whole)}`,
    width,
    height: whole,
    role: 'img',
    'font-family': 'sans-serif',
    'font-size': 11,
    fill: colors.ink,
  };
  const children = [
    tag('title', {}, [escaped(shortened(title, 200))]),
    tag('desc', {}, [escaped(shortened(note ? `${description} ${note}` : description, 1000))]),
    tag('rect', { width, height: whole, fill: colors.paper }),
    label(16, 22, shortened(title, Math.floor((width - besideTitle - 32) / 8.5)), {
      'font-size': 14,
      'font-weight': 'bold',
    }),
    ...content,
    ...(note ? [label(16, height + 10, note, { fill: colors.quiet })] : []),
  ];
  return `${tag('svg', attributes, children)}\n`;
}
