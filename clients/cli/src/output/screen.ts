import type { Io } from '../io.ts';
import { type Paint, paintFor } from './paint.ts';
import { plain } from './table.ts';

/**
 * What commands print. With JSON there is exactly one document on stdout; everything for people goes to stderr then.
 */
export interface Screen {
  /** Whether stdout carries JSON: asked for, or not a terminal. */
  json: boolean;
  paint: Paint;
  columns: number;
  /** The outcome of a command: a value for machines, and a text for people. */
  result(value: unknown, text: () => string): void;
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
  return {
    json,
    paint: paintFor(!json && out.isTerminal, env),
    columns: out.columns ?? 120,
    result(value, text) {
      printed = true;
      out.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
    },
    line(value) {
      printed = true;
      out.write(`${JSON.stringify(value)}\n`);
    },
    note: (text) => err.write(`${text.split('\n').map(plain).join('\n')}\n`),
    printed: () => printed,
  };
}
