import { parseArgs } from 'node:util';
import type { Measure } from './measure.ts';
import { sharedMeasures } from './systems/questions.ts';

export interface BenchOptions {
  chosen: Measure[];
  rounds: number;
  /** Whether other systems are measured too. */
  peers: boolean;
  /** The folder of another checkout to compare with. */
  beside?: string;
  /** Number of jobs stored at first, when growth is measured. */
  growth?: number;
}

/** An invalid command line. The message says what is expected. */
export class UsageError extends Error {}

const isShared = ({ name }: Measure) => sharedMeasures.some(({ measure }) => measure.name === name);

/** Fewer rounds say little about the variance. */
const ROUNDS = 5;

/** Parses the command line of `npm run bench`. */
export function parseOptions(args: string[], all: Measure[]): BenchOptions {
  const { only, rounds, peers, beside, growth, jobs } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      peers: { type: 'boolean', default: false },
      beside: { type: 'string' },
      growth: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '10000' },
    },
  }).values;
  const usual = all.filter((measure) => {
    if (beside) return isShared(measure) && !measure.ownStack;
    return peers ? isShared(measure) : !measure.onlyByName;
  });
  const names = only?.split(',') ?? usual.map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown measure ${unknown.join(', ')}. Measures: ${all.map(({ name }) => name).join(', ')}.`);
  }
  const count = wholeNumber('rounds', rounds ?? String(ROUNDS));
  return {
    chosen: all.filter(({ name }) => names.includes(name)),
    rounds: count,
    peers,
    beside,
    growth: growth ? wholeNumber('jobs', jobs) : undefined,
  };
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--${option} must be 1 or more, not '${text}'`);
  return number;
}
