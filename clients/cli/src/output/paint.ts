/** Colours of a terminal. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

/** Paints only where a terminal shows it and nobody asked for none (https://no-color.org). */
export function paintFor(isTerminal: boolean, env: Record<string, string | undefined>): Paint {
  const colours = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (code: number) => (text: string) => (colours && text ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: paint(1), dim: paint(2), good: paint(32), bad: paint(31), warn: paint(33) };
}
