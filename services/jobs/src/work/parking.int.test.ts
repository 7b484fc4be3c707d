import { Fault } from '@rotamer/kit/errors/fault.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import type { SettleHoldsRequest } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { startSettlement } from './settleJobs.ts';

/** Two ended jobs, and a billing service that refuses every batch with the hold of the first. */
async function startWithPoison() {
  const world = await startJobs();
  const { scope } = await world.member(100);
  const poison = (await world.jobs.submit(aSubmission(), scope)).job!;
  const other = (await world.jobs.submit(aSubmission(), scope)).job!;
  for (const { id } of [poison, other]) await world.deps.changeJob(id, { type: 'cancel' });
  const { rows } = await world.db.query('select hold_id from jobs where id = $1', [poison.id]);
  let refusing = true;
  const settleHolds: typeof world.deps.billing.settleHolds = async (request, scope) => {
    const { settlements } = request as SettleHoldsRequest;
    if (!refusing || !settlements.some(({ holdId }) => holdId === rows[0].hold_id)) {
      return world.deps.billing.settleHolds(request, scope);
    }
    throw new Fault('validation_error', 'settlements[0]: no such charge');
  };
  const loop = startSettlement({ ...world.deps, billing: { settleHolds } });
  onTestFinished(loop.stop);
  const isFinal = async (id: string) => Boolean((await world.getJob(id, scope)).billing?.finalizedAt);
  return {
    db: world.db,
    poison,
    other,
    loop,
    isFinal,
    letters: parkedWork(world.db, 'jobs'),
    stopRefusing() {
      refusing = false;
    },
  };
}

describe('a job that billing refuses to settle', () => {
  it('delays no other, is dead-lettered after MAX_TRIES, and is settled after a replay', async () => {
    const { db, poison, other, loop, isFinal, letters, stopRefusing } = await startWithPoison();
    await eventually(() => isFinal(other.id));
    const parked = await eventually(async () => {
      await makeDue(db);
      loop.wake();
      const found = await letters.deadLetters(10);
      return found.length > 0 && found;
    });
    expect(parked).toMatchObject([
      {
        topic: 'jobs.work',
        group: 'settle-jobs',
        message: { key: poison.id },
        error: 'settlements[0]: no such charge',
      },
    ]);
    expect(await isFinal(poison.id)).toBe(false);
    stopRefusing();
    expect(await letters.replay('jobs.work', 'settle-jobs', 10)).toBe(1);
    loop.wake();
    await eventually(() => isFinal(poison.id));
  });
});
