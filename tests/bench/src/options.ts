import { parseArgs } from 'node:util';
import type { Measure } from './measure.ts';

export interface BenchOptions {
  chosen: Measure[];
  rounds: number;
}

/** An invalid command line; the message says what is expected. */
export class UsageError extends Error {}

/** Fewer rounds say little about the variance. */
const ROUNDS = 5;

/** Parses the command line of `npm run bench`. */
export function parseOptions(args: string[], all: Measure[]): BenchOptions {
  const { only, rounds } = parseArgs({
    args,
    options: { only: { type: 'string' }, rounds: { type: 'string' } },
  }).values;
  const names = only?.split(',') ?? all.filter(({ onlyByName }) => !onlyByName).map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown measure ${unknown.join(', ')}. Measures: ${all.map(({ name }) => name).join(', ')}.`);
  }
  const count = Number(rounds ?? ROUNDS);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--rounds must be 1 or more, not '${rounds}'`);
  return { chosen: all.filter(({ name }) => names.includes(name)), rounds: count };
}
