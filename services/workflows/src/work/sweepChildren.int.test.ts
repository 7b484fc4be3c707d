import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { collectResults } from './collectResults.ts';
import { sweepChildren } from './sweepChildren.ts';

const left = { rows: { properties: [{ value: { id: 'a', length: 3 } }] } };

/** A run whose only job is under way, and about which no event came for this long. */
async function silentFor(minutes: number) {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  const runId = await owner.start({ proteins: '>a\nMKV\n' });
  await world.settle();
  await world.db.query(`update children set news_at = now() - $1 * interval '1 minute'`, [minutes]);
  const status = async () => (await owner.run(runId)).run!.status;
  const state = async () => (await world.db.query('select state from children')).rows[0].state;
  return { ...world, owner, runId, status, state, job: world.jobs.all()[0]!.job };
}

describe('a child without an event for a minute', () => {
  it('is compared with its job, whose event may be lost', async () => {
    const { jobs, job, deps, whole, status, state, owner, runId } = await silentFor(2);
    await jobs.complete(job, left);
    await sweepChildren(deps);
    expect(await state()).toBe('ENDED');
    await whole((workers) => collectResults(deps, workers));
    expect(await status()).toBe(RunStatus.RUNNING);
    const { nodes } = await owner.run(runId);
    expect(nodes[1]).toMatchObject({ id: 'props', done: 1, items: 1 });
  });

  it('fails when its job no longer exists, and the run ends', async () => {
    const { deps, settle, status, owner, runId } = await silentFor(2);
    const none = { ...deps.jobs, getMany: async () => ({ jobs: [], postponedJobIds: [] }) };
    await sweepChildren({ ...deps, jobs: none });
    await settle();
    expect(await status()).toBe(RunStatus.FAILED);
    expect((await owner.run(runId)).children).toMatchObject([
      { status: 'CHILD_STATUS_FAILED', error: 'The job no longer exists.' },
    ]);
  });

  it('waits while the job does not fit into the response of jobs', async () => {
    const { deps, job, state } = await silentFor(2);
    const busy = { ...deps.jobs, getMany: async () => ({ jobs: [], postponedJobIds: [job.id] }) };
    await sweepChildren({ ...deps, jobs: busy });
    expect(await state()).toBe('ACTIVE');
  });
});

it('does not compare a child that had an event recently', async () => {
  const { jobs, job, deps, state } = await silentFor(0);
  await jobs.complete(job, left);
  expect(await sweepChildren(deps)).toBe(false);
  expect(await state()).toBe('ACTIVE');
});
