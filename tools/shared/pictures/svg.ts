/** The largest picture that a tool gives. What would be larger is drawn in less detail and says so in the picture. */
export const MAX_PICTURE_BYTES = 1024 * 1024;

/** Words in a picture and numbers of its shapes; undefined ones are left out. */
export type Attributes = Record<string, string | number | undefined>;

/** Colours that colour-blind readers can tell apart: Okabe and Ito, https://jfly.uni-koeln.de/color/ (2008). */
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

/** One element. Children are elements, or text that went through `escaped`. */
export function tag(name: string, attributes: Attributes, children: string[] = []): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escaped(value!)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** Words at a place. */
export const label = (x: number, y: number, words: string, attributes: Attributes = {}): string =>
  tag('text', { x, y, ...attributes }, [escaped(words)]);

/**
 * Letters in columns, each around its own place. One element with a list of places would be shorter, but of such a list librsvg and
 * CairoSVG take the first place only.
 */
export function lettersAt(centres: number[], y: number, letters: string, attributes: Attributes = {}): string {
  const placed = Array.from(letters, (letter, i) => `<tspan x="${short(centres[i]!)}">${escaped(letter)}</tspan>`);
  return tag('text', { y, 'font-family': 'monospace', 'text-anchor': 'middle', ...attributes }, placed);
}

/** Keeps words readable that stand on lines. */
export const halo: Attributes = { stroke: colors.paper, 'stroke-width': 2.5, 'paint-order': 'stroke' };

/** A coordinate: two decimals of a pixel are more than anyone sees. */
export function short(value: number): string {
  return String(Number(value.toFixed(2)) + 0);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** What XML cannot hold, and what turns the direction of the text around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Anybody's words as text or attribute of XML. */
export function escaped(words: string): string {
  return words
    .toWellFormed()
    .replace(unprintable, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A name with at most so many characters. */
export function shortened(name: string, most: number): string {
  const characters = Array.from(name.slice(0, 4 * most));
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`;
}

export interface Picture {
  /** Pixels. */
  width: number;
  height: number;
  /** What it shows, above it and for screen readers. */
  title: string;
  /** What a reader who does not see it should know. */
  description: string;
  /** What was left out, below it. */
  note?: string;
  /** Pixels on the right of the title that are used. */
  besideTitle?: number;
}

/** Of the title, and of the note. */
export const TITLE_HEIGHT = 34;
const NOTE_HEIGHT = 22;

/**
 * A picture on white paper, which looks the same on dark pages. Drawn from `TITLE_HEIGHT` down to `height`. It has
 * no script, style sheet, link or id, and the same content makes the same bytes.
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
