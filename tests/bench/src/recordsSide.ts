import { withCpu } from './loadSide.ts';
import type { Target } from './otherStack.ts';
import type { Side } from './sides.ts';
import type { Bench } from './world.ts';

/** Returns one side of a comparison: work on some records, done once, by the services of another stack. */
export function recordsSide(
  { services }: Pick<Target, 'services'>,
  { load }: Pick<Bench, 'load'>,
  records: number,
  work: () => Promise<void>,
): Side {
  return () =>
    withCpu({ services, load }, async () => {
      const begun = performance.now();
      await work();
      return { operations: records, seconds: (performance.now() - begun) / 1000 };
    });
}
