import type { Io } from '../io.ts';

/** A highlighted part of a text. */
export interface Heading {
  heading: string;
}

/**
 * The output of commands. With JSON, stdout gets exactly one document, and text for people goes to stderr.
 */
export interface Screen {
  /** Whether stdout carries JSON: on request, or when it is not a terminal. */
  json: boolean;
  columns: number;
  /** Prints the outcome of a command: a value for machines, or a text for people. */
  result(value: unknown, text: () => string | readonly (string | Heading)[]): void;
  /** Prints one of several values, one per line, for commands that continue. */
  line(value: unknown): void;
  /** Prints a remark for people. It never mixes with output for machines. */
  note(text: string): void;
  /** Returns whether an outcome was printed. */
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
