import type { Json } from '../operation/example.ts';

/** How a language writes values. */
export interface Spelling {
  text(value: string): string;
  field(name: string, value: string): string;
  constants: { true: string; false: string; null: string };
  /** Padding inside the braces of an object on one line. */
  padding: '' | ' ';
  /** Spaces per level of indentation. */
  step: number;
}

/** Maximum characters per line. Longer values are broken into lines. */
const WIDTH = 88;

export const typescript: Spelling = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  field: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : typescript.text(name)}: ${value}`,
  constants: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  step: 2,
};

export const python: Spelling = {
  text: (value) => JSON.stringify(value),
  field: (name, value) => `${JSON.stringify(name)}: ${value}`,
  constants: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  step: 4,
};

/** Returns a value as source code, broken into lines where needed. `used`: characters already on its first line. */
export function literal(value: Json, spelling: Spelling, indent = 0, used = indent): string {
  if (value === null || typeof value === 'boolean') return spelling.constants[`${value}`];
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return spelling.text(value);
  const isList = Array.isArray(value);
  const part = (name: string, inner: Json, at: number) => {
    const before = isList ? '' : spelling.field(name, '');
    return before + literal(inner, spelling, at, at + before.length);
  };
  const parts = (at: number) => Object.entries(value).map(([name, inner]) => part(name, inner as Json, at));
  const flat = parts(Number.NEGATIVE_INFINITY).join(', ');
  const padding = isList || flat === '' ? '' : spelling.padding;
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${padding}${flat}${padding}${close}`;
  if (used + line.length <= WIDTH) return line;
  return `${open}\n${lines(parts(indent + spelling.step), indent, spelling)}${close}`;
}

/** Writes one part per line, each with a comma, and then the indentation of the closing bracket. */
function lines(parts: readonly string[], indent: number, { step }: Spelling): string {
  return `${parts.map((text) => `${' '.repeat(indent + step)}${text},\n`).join('')}${' '.repeat(indent)}`;
}

/** Writes an argument of a call at an indentation. */
export type Argument = (indent: number) => string;

/** Writes a call on one line if it fits after `used` characters, else with one argument per line. */
export function callOf(name: string, args: readonly Argument[], used: number, spelling: Spelling): string {
  const flat = args.map((write) => write(Number.NEGATIVE_INFINITY)).join(', ');
  if (used + name.length + flat.length + 2 <= WIDTH || args.length === 0) return `${name}(${flat})`;
  // An object that is the last argument may begin on the line of the call.
  const last = args.map((write, i) => write(i === args.length - 1 ? 0 : Number.NEGATIVE_INFINITY)).join(', ');
  if (args.length <= 2 && /[{[]\n/.test(last)) return `${name}(${last})`;
  const parts = args.map((write) => write(spelling.step));
  return `${name}(\n${lines(parts, 0, spelling)})`;
}
