import type { RunRound } from './measure.ts';
import { mean } from './statistics.ts';

/** The throughput of one side of a comparison, and the cost of an operation. */
export interface Speed {
  perSecond: number;
  /**
   * CPU time of one operation in microseconds, by process. Still meaningful on a machine shared with other programs.
   */
  cpuUs: Record<string, number>;
}

export type Side = () => Promise<Speed>;

/**
 * Returns one round of a comparison in the order A, B, B, A, so that a machine that becomes slower or faster favours
 * neither side. The value is A ÷ B.
 */
export function compare(names: [string, string], a: Side, b: Side): RunRound {
  return async () => {
    const [a1, b1, b2, a2] = [await a(), await b(), await b(), await a()];
    const [ofA, ofB] = [together([a1, a2]), together([b1, b2])];
    return { value: ofA.perSecond / ofB.perSecond, details: { [names[0]]: ofA, [names[1]]: ofB } };
  };
}

/** Returns the CPU time of all services and PostgreSQL. The load generator is a client and is not included. */
export function cpuOf({ cpuUs }: Speed): number {
  return Object.entries(cpuUs).reduce((sum, [name, us]) => (name === 'load' ? sum : sum + us), 0);
}

/** Returns the mean of several measurements of one side. */
export function together(speeds: Speed[]): Speed {
  const processes = Object.keys(speeds[0]!.cpuUs);
  return {
    perSecond: mean(speeds.map(({ perSecond }) => perSecond)),
    cpuUs: Object.fromEntries(processes.map((name) => [name, mean(speeds.map(({ cpuUs }) => cpuUs[name] ?? 0))])),
  };
}
