import type { Goal } from './statistics.ts';
import type { Bench, World } from './world.ts';

/** One figure of `npm run bench`, with its goal. */
export type Measure = Figure & (OfWorld | OfOwnStack);

interface Figure {
  /** A short name for `--only`. */
  name: string;
  title: string;
  unit: 'ratio' | 'ms' | 's' | 'MB' | 'KB' | '/s';
  goal: Goal;
  /** Runs only when named, because it needs other programs than Node, such as a browser. */
  onlyByName?: true;
}

interface OfWorld {
  ownStack?: undefined;
  /** Prepares the rounds. Returns a function that runs one round. */
  prepare(world: World): Promise<RunRound>;
}

/** A measure that starts its own stack. No other stack runs meanwhile. */
interface OfOwnStack {
  ownStack: true;
  prepare(bench: Bench): Promise<RunRound>;
}

/** Runs one round. The value is the figure; the details go to the JSON file. */
export type RunRound = () => Promise<{ value: number; details?: Details }>;

export type Details = Record<string, unknown>;
