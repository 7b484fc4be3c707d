import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { findFunded, recordFunds, recordRefusal } from './funds.ts';

it('finds runs whose workspace was funded after their last refused claim, in any order', async () => {
  const world = await startWorkflows();
  world.jobs.limits.credits = 0;
  const owners = await Promise.all([0, 1].map(() => world.published(thin)));
  const attempts: { id: string; workspaceId: string }[] = [];
  for (const owner of [...owners, ...owners]) {
    const { attemptId } = await owner.run(await owner.start({ proteins: '>a\nMKV\n' }));
    attempts.push({ id: attemptId, workspaceId: owner.workspaceId });
  }
  await world.settle();
  /** Returns a time that differs from all earlier and later ones. Stored times are rounded to whole milliseconds, so this takes the one after the next, and waits for it. */
  const claimTime = async (): Promise<Date> => {
    const next = `select date_trunc('milliseconds', clock_timestamp()) + interval '2 ms' as time, pg_sleep(0.003)`;
    return (await world.db.query(next)).rows[0].time;
  };
  const step = fc.record({ what: fc.constantFrom('claim', 'refuse', 'fund'), at: fc.nat(3) });

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(4), async (steps, limit) => {
      await world.db.query('delete from funds');
      await world.db.query('update attempts set refused_at = null');
      const claimed = new Map<number, { time: Date; order: number }>();
      const refused = new Map<number, number>();
      const funded = new Map<string, number>();
      for (const [order, { what, at }] of steps.entries()) {
        const { id, workspaceId } = attempts[at]!;
        const claim = claimed.get(at);
        if (what === 'claim') claimed.set(at, { time: await claimTime(), order });
        else if (what === 'fund') {
          expect(await recordFunds(world.db, workspaceId)).toBe(true);
          funded.set(workspaceId, order);
        } else if (claim) {
          await recordRefusal(world.db, id, claim.time);
          refused.set(at, claim.order);
        }
      }
      const due = attempts.filter(({ workspaceId }, at) => (funded.get(workspaceId) ?? -2) > (refused.get(at) ?? -1));
      const found = await findFunded(world.db, 4, []);
      expect(found.map(({ id }) => id).toSorted()).toEqual(due.map(({ id }) => id).toSorted());
      expect(await findFunded(world.db, limit, [])).toHaveLength(Math.min(limit, due.length));
      const [busy, other] = owners.map(({ workspaceId }) => workspaceId);
      for (const { workspaceId } of await findFunded(world.db, 4, [busy!])) expect(workspaceId).toBe(other);
    }),
    { numRuns: long ? 200 : 25 },
  );
});

it('records no funds for a workspace without a job to submit', async () => {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  expect(await recordFunds(world.db, owner.workspaceId)).toBe(false);
  await owner.start({ proteins: '>a\nMKV\n' });
  await world.settle(() => ({ rows: { properties: [] } }));
  expect(await recordFunds(world.db, owner.workspaceId)).toBe(false);
});
