import type { ProgressForm } from '../../command.ts';

/**
 * Returns the progress that a line of the program states in the form `prefix` done/total; undefined for other lines. It
 * compiles no pattern from the description.
 */
export function progressOf(line: string, { prefix }: ProgressForm): { done: number; total: number } | undefined {
  const start = line.indexOf(prefix);
  if (start < 0) return undefined;
  const rest = line.slice(start + prefix.length, start + prefix.length + MAX_LENGTH).trimStart();
  const [, done, percent, total] = /^(\d{1,12}(?:\.\d{1,12})?) ?(?:(%)|(?:\/|of) ?(\d{1,12}))/.exec(rest) ?? [];
  const all = percent ? 100 : Number(total);
  if (done === undefined || !(all > 0) || Number(done) > all) return undefined;
  return { done: Number(done), total: all };
}

const MAX_LENGTH = 64;
