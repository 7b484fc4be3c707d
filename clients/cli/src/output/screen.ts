import type { Io } from '../io.ts';

/** A part of a text that stands out. */
export interface Heading {
  heading: string;
}

/**
 * What commands print. With JSON there is exactly one document on stdout; everything for people goes to stderr then.
 */
export interface Screen {
  /** Whether stdout carries JSON: asked for, or not a terminal. */
  json: boolean;
  columns: number;
  /** The outcome of a command: a value for machines, and a text for people. */
  result(value: unknown, text: () => string | readonly (string | Heading)[]): void;
  /** One of several values, one a line, for commands that go on. */
  line(value: unknown): void;
  /** A remark for people, never in the way of a machine. */
  note(text: string): void;
  /** Whether anything was printed as the outcome. */
  printed(): boolean;
}

export function createScreen({ out, err, env }: Pick<Io, 'out' | 'err' | 'env'>, wantsJson: boolean): Screen {
  const json = wantsJson || !out.isTerminal;
  let printed = false;
  // https://no-color.org
  const hasStyles = out.isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const write = (part: string | Heading) => {
    if (typeof part === 'string') return out.write(part);
    if (hasStyles) out.control('\x1b[1m');
    out.write(part.heading);
    if (hasStyles) out.control('\x1b[0m');
  };
  return {
    json,
    columns: out.columns ?? 120,
    result(value, text) {
      printed = true;
      if (json) return out.write(`${JSON.stringify(value, null, 2)}\n`);
      for (const part of [text()].flat()) write(part);
    },
    line(value) {
      printed = true;
      out.write(`${JSON.stringify(value)}\n`);
    },
    note: (text) => err.write(`${text}\n`),
    printed: () => printed,
  };
}
