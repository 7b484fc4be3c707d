import type { Output } from '../io.ts';
import { plain } from './table.ts';

/** One line that is rewritten in place; where that is impossible, a line for each different text. */
export interface LiveLine {
  show(text: string): void;
  /** Leaves the cursor at the beginning of an empty line. */
  end(): void;
}

export function liveLine(output: Output): LiveLine {
  let last = '';
  return {
    show(text) {
      const line = plain(text).slice(0, (output.columns ?? 1000) - 1);
      if (line === last) return;
      last = line;
      output.write(output.isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (output.isTerminal && last) output.write('\n');
      last = '';
    },
  };
}
