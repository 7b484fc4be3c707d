import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Deps } from '../deps.ts';
import { each } from '../testing/definitions.ts';
import { losingAnswers } from '../testing/losingAnswers.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { collectResults } from './collectResults.ts';
import { evaluateNodes } from './evaluateNodes.ts';
import { launchChildren } from './launchChildren.ts';

/** A run with two children, and a transaction that locks them one after the other, as updates about their jobs do. */
async function startPair() {
  const world = await startWorkflows();
  const owner = await world.published(each);
  const runId = await owner.start({ proteins: '>a\nMKV\n>b\nMKL\n' });
  await world.whole((workers) => evaluateNodes(world.deps, workers));
  const other = await world.db.connect();
  onTestFinished(() => other.release(true));
  const lock = (n: number) => other.query('select from children where n = $1 for update', [n]);
  return {
    ...world,
    owner,
    runId,
    async lockFirst() {
      await other.query('begin');
      await lock(0);
    },
    /** Locks the second child, once another transaction waits for the first. */
    async lockSecond() {
      await eventually(async () => {
        const { rows } = await world.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await lock(1);
      await other.query('commit');
    },
    failures: async () => (await world.db.query('select error from failed_work')).rows,
  };
}

describe('children are locked in the order of their keys', () => {
  it('when one child has failed and an earlier one has not', async () => {
    const { whole, deps, jobs, blobs, onJob, lockFirst, lockSecond, failures, owner, runId } = await startPair();
    await whole((workers) => launchChildren(deps, workers));
    const [first, second] = jobs.active();
    await jobs.complete(first!.job, { rows: { properties: [{ value: { id: 'a' } }] } });
    jobs.fail(second!.job, 'no such residue');
    for (const event of jobs.events) await onJob(event);
    const get: Deps['blobs']['get'] = async (key, range) => {
      await lockFirst();
      return blobs.get(key, range);
    };
    const collecting = whole((workers) => collectResults({ ...deps, blobs: { ...deps.blobs, get } }, workers));
    await lockSecond();
    await collecting;
    expect(await failures()).toEqual([]);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.RUNNING);
  });

  it('when one child is accepted and an earlier one is not', async () => {
    const { whole, deps, lockFirst, lockSecond, failures, owner, runId } = await startPair();
    const losing = losingAnswers(deps.jobs, (index) => index === 0);
    const locked: Deps['jobs'] = {
      ...losing,
      async *batchSubmit(request, options) {
        await lockFirst();
        yield* losing.batchSubmit(request, options);
      },
    };
    const launching = whole((workers) => launchChildren({ ...deps, jobs: locked }, workers));
    await lockSecond();
    await launching;
    expect(await failures()).toEqual([]);
    expect((await owner.run(runId)).nodes[1]).toMatchObject({ waiting: 1, active: 1 });
  });
});
