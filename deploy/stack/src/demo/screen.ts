/** The demo's output: plain lines, with colour and a progress bar only on a terminal. */
export interface Screen {
  /** A heading above the lines of one step. */
  heading(text: string): void;
  /** Prints one line: a label, its outcome, and the time that it took. */
  line(label: string, text?: string, elapsedMs?: number): void;
  /** Current progress; on a terminal the next line or progress replaces it. */
  progress(label: string, text: string): void;
  text(text: string): void;
}

const width = 78;

/** Writes to a stream such as stdout. */
export function createScreen(out: NodeJS.WriteStream): Screen {
  const isTerminal = out.isTTY === true;
  const paint = (code: number, text: string) =>
    isTerminal && text && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;
  const clear = isTerminal ? '\r\x1b[K' : '';
  const row = (label: string, text: string) => `  ${label.padEnd(12)}${text}`;
  let last = '';

  return {
    heading: (text) => out.write(`${clear}\n${paint(1, text)}\n`),
    text: (text) => out.write(`${clear}${text}\n`),
    line(label, text = '', elapsedMs) {
      const content = row(label, text);
      const time = elapsedMs === undefined ? '' : duration(elapsedMs).padStart(Math.max(9, width - content.length));
      out.write(`${clear}${content}${paint(2, time)}\n`);
      last = '';
    },
    progress(label, text) {
      if (text === last) return;
      last = text;
      out.write(isTerminal ? `${clear}${row(label, text)}` : `${row(label, text)}\n`);
    },
  };
}

/** `12 ms`, `3.4 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A bar of 20 cells for 0 to 100 %. */
export function bar(percent: number): string {
  const full = Math.round(percent / 5);
  return `${'█'.repeat(full)}${'░'.repeat(20 - full)} ${String(percent).padStart(3)} %`;
}
