import { tooSlow } from '@rotamer/kit/errors/fault.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { settleDue, unsettledJobs } from './settleJobs.ts';

/** Two workspaces: first many jobs of one have ended, then a job of the other. */
async function startWithBurst(jobs: number) {
  const world = await startJobs();
  const end = async (count: number) => {
    const { scope } = await world.member(100);
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push((await world.jobs.submit(aSubmission(), scope)).job!.id);
    for (const id of ids) await world.deps.changeJob(id, { type: 'cancel' });
    return ids;
  };
  return { ...world, many: await end(jobs), other: await end(1) };
}

describe('the settlement of jobs that have ended', () => {
  it('of one workspace does not wait for the many jobs of another', async () => {
    const { db, many, other } = await startWithBurst(6);
    const idsOf = async (limit: number) => (await unsettledJobs(db, limit)).map(({ id }) => id);
    expect(new Set(await idsOf(4))).toEqual(new Set([...many.slice(0, 2), ...other]));
    expect(await idsOf(1), 'the oldest, where not all have a turn').toEqual(many.slice(0, 1));
    expect(new Set(await idsOf(100))).toEqual(new Set([...many, ...other]));
  });

  it('of a job that always times out does not delay the others', async () => {
    const { db, deps, many, other } = await startWithBurst(6);
    const [poison] = await unsettledJobs(db, 1);
    const settleHolds: typeof deps.billing.settleHolds = async (request, options) => {
      const isPoison = request.settlements!.some(({ holdId }) => holdId === poison!.billing!.holdId);
      if (isPoison) throw tooSlow();
      return await deps.billing.settleHolds(request, options);
    };
    const slow = { ...deps, billing: { ...deps.billing, settleHolds } };
    await settleDue(slow, new AbortController().signal);
    expect([...many, ...other]).toContain(poison!.id);
    const { rows } = await db.query('select id from jobs where finalized_at is null');
    expect(rows).toEqual([{ id: poison!.id }]);
    expect(await unsettledJobs(db, 10), 'its next try is later').toEqual([]);
  });

  it('continues until all jobs are settled', async () => {
    const { db, deps } = await startWithBurst(3);
    const goOn = new AbortController().signal;
    expect(await settleDue(deps, goOn)).toBe(true);
    expect(await unsettledJobs(db, 10)).toEqual([]);
    expect(await settleDue(deps, goOn)).toBe(false);
  });
});
