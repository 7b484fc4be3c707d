import { join } from 'node:path';
import pg from 'pg';
import { allSettled } from '../allSettled.ts';
import { type Child, startChild } from '../child.ts';
import { WARM_UP, withCpu } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import type { Order } from '../noopRunner.ts';
import { compare, type Side } from '../sides.ts';
import { endWaitingJobs, MANY, openSubmits, submitSide } from '../submits.ts';
import type { World } from '../world.ts';

/** Jobs of one side. */
const JOBS = 500;

/** Jobs from submission until the last is completed and settled ÷ only submissions. */
export const noopJobs: Measure = {
  name: 'noop-jobs',
  title: 'jobs from POST to settled per second, by a runner that does nothing ÷ POST /jobs',
  unit: 'ratio',
  goal: { atLeast: 0.4 },
  async prepare(world) {
    const submits = await openSubmits(world, { workspaces: MANY });
    const db = new pg.Client({ connectionString: world.databaseUrl('rotamer_jobs') });
    await db.connect();
    world.onMeasured(() => db.end());
    const runner = startChild(join(import.meta.dirname, '../noopRunner.ts'));
    world.onMeasured(() => runner.stop());
    const lives = (jobs: number) =>
      throughout(world, { db, runner }, { jobs, submit: submitSide(world, submits, { requests: jobs }) });
    await lives(WARM_UP)();
    return compare(['whole life', 'submit'], lives(JOBS), submitSide(world, submits, { requests: JOBS }));
  },
};

/**
 * Runs the runner on this side only. Jobs that the other side left in the queue are cancelled before the clock starts.
 */
function throughout(
  world: World,
  { db, runner }: { db: pg.Client; runner: Child },
  { jobs, submit }: { jobs: number; submit: Side },
): Side {
  return async () => {
    await endWaitingJobs(world);
    await runner.ask<void>({ work: world.dataDir } satisfies Order);
    await allSettled(db, runner);
    const speed = await withCpu(world, async () => {
      const started = performance.now();
      await submit();
      await allSettled(db, runner);
      return { operations: jobs, seconds: (performance.now() - started) / 1000 };
    });
    await runner.ask<void>('rest' satisfies Order);
    return speed;
  };
}
