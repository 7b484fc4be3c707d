import type { Io } from '../io.ts';
import { oneLine } from './visible.ts';

/** One line that is rewritten in place. Where that is impossible, each different text gets its own line. */
export interface LiveLine {
  show(text: string): void;
  /** Leaves the cursor at the beginning of an empty line. */
  end(): void;
}

export function liveLine({ err: output, env }: Pick<Io, 'err' | 'env'>): LiveLine {
  // A dumb terminal, for example in an editor, shows escape sequences as text.
  const canRewrite = output.isTerminal && env.TERM !== 'dumb';
  let last = '';
  return {
    show(text) {
      const line = oneLine(text).slice(0, (output.columns ?? 1000) - 1);
      if (line === last) return;
      last = line;
      if (canRewrite) output.control('\r\x1b[K');
      output.write(canRewrite ? line : `${line}\n`);
    },
    end() {
      if (canRewrite && last) output.write('\n');
      last = '';
    },
  };
}
