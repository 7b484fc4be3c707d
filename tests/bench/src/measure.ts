import type { Goal } from './statistics.ts';
import type { World } from './world.ts';

/** One figure that `npm run bench` shows beside its goal. */
export interface Measure {
  /** Short, for `--only`. */
  name: string;
  title: string;
  unit: 'ratio' | 'ms' | 's' | 'MB';
  goal: Goal;
  /** Not among the measures that run when none is named: it needs more than Node. */
  onlyByName?: true;
  /** Prepares what the rounds need, outside of any round, and answers how to run one. */
  prepare(world: World): Promise<RunRound>;
}

/** Runs one round; the value is the figure, the details go to the JSON file. */
export type RunRound = () => Promise<{ value: number; details?: Details }>;

export type Details = Record<string, unknown>;
