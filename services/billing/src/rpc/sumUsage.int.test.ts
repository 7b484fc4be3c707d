import { randomUUID } from 'node:crypto';
import { UsageGroup } from '@rotamer/proto/billing/v1/billing.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

const range = { from: new Date(0), to: new Date('2100-01-01') };
const groups = [UsageGroup.TOOL, UsageGroup.PROJECT, UsageGroup.MEMBER, UsageGroup.KEY, UsageGroup.DAY];

const word = (prefix: string) => fc.constantFrom('', `${prefix}_1`, `${prefix}_2`);
const job = fc.record({
  held: fc.integer({ min: 1, max: 5_000 }),
  charged: fc.nat({ max: 5_000 }),
  heldFor: fc.record({ userId: word('usr'), keyId: word('key'), projectId: word('proj'), tool: word('tool') }),
});

it('sums to the post transfers of the journal by any groups, for holds of any kind', { timeout: 60_000 }, async () => {
  const { jobs, operator, clientOf, createWorkspace } = await startBilling();
  const gateway = clientOf('gateway');
  await fc.assert(
    fc.asyncProperty(fc.array(job, { maxLength: 15 }), fc.subarray(groups), async (some, groupBy) => {
      const { id: workspaceId } = await createWorkspace(1_000_000);
      const holds = some.map(({ held, heldFor }) => ({
        holdId: randomUUID(),
        workspaceId,
        millicredits: held,
        heldFor: { ...heldFor, jobId: '', runId: '' },
      }));
      await jobs.placeHolds({ holds });
      await jobs.settleHolds({
        settlements: holds.map(({ holdId }, n) => ({
          holdId,
          chargeMillicredits: Math.min(some[n]!.charged, some[n]!.held),
        })),
      });
      const { transfers } = await operator.listTransfers({ workspaceId, kind: 'post', limit: 1_000 });
      const { sums } = await gateway.sumUsage({ workspaceId, ...range, groupBy, limit: 1_000 });
      const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      expect(sumOf(sums.map((one) => one.chargedMillicredits))).toBe(sumOf(transfers.map((one) => one.millicredits)));
      expect(sumOf(sums.map((one) => one.charges))).toBe(transfers.length);
      const own = await gateway.sumUsage({ workspaceId, ...range, groupBy, userId: 'usr_1', limit: 1_000 });
      const ofUser = await gateway.listTransfers({ workspaceId, kind: 'post', userId: 'usr_1', limit: 1_000 });
      expect(sumOf(own.sums.map((one) => one.chargedMillicredits))).toBe(
        sumOf(ofUser.transfers.map((one) => one.millicredits)),
      );
    }),
    { numRuns: 25 },
  );
});

it('counts each charge at the time of its transfer, so that adjacent ranges share none', async () => {
  const { db, jobs, clientOf, createWorkspace } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1_000_000);
  const holds = Array.from({ length: 30 }, () => ({ holdId: randomUUID(), workspaceId, millicredits: 10 }));
  await jobs.placeHolds({ holds });
  for (const { holdId } of holds) await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 7 }] });
  const { rows } = await db.query(
    `select count(*) as differing from holds h join transfers t on t.hold_id = h.id and t.kind in ('post', 'refund')
     where t.created_at <> h.resolved_at`,
  );
  expect(rows[0].differing).toBe(0);
  const { rows: times } = await db.query(`select created_at from transfers where kind = 'post' order by id`);
  const middle = times[15].created_at;
  const gateway = clientOf('gateway');
  const [before, after] = await Promise.all([
    gateway.sumUsage({ workspaceId, from: range.from, to: middle, limit: 1 }),
    gateway.sumUsage({ workspaceId, from: middle, to: range.to, limit: 1 }),
  ]);
  expect((before.sums[0]?.charges ?? 0) + after.sums[0]!.charges).toBe(30);
});

it('sends the most sums that it allows in one message, with the longest ids, and says that there are more', async () => {
  const { db, clientOf, createWorkspace } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1_000_000);
  await db.query(
    `insert into holds (id, workspace_id, millicredits, user_id, key_id, project_id, tool, state, charged_millicredits, resolved_at)
     select gen_random_uuid(), $1, 1e12, 'usr_' || lpad(n::text, 26, '0'), lpad(n::text, 8, '0'), 'proj_' || lpad(n::text, 26, '0'),
       lpad(n::text, 64, 'x'), 'posted', 1e12::bigint - n, timestamptz '2026-03-01 23:59:59.999Z' + n % 2 * interval '1 ms'
     from generate_series(1, 20001) n`,
    [workspaceId],
  );
  const { sums, hasMore } = await clientOf('gateway').sumUsage({
    workspaceId,
    ...range,
    groupBy: groups,
    limit: 20_000,
  });
  expect([sums.length, hasMore]).toEqual([20_000, true]);
  expect(sums.slice(0, 2).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-01']);
  await expect(
    clientOf('gateway').sumUsage({ workspaceId, ...range, groupBy: groups, limit: 20_001 }),
  ).rejects.toMatchObject({ code: 'validation_error' });
});

it('lists the transfers of one job, of one kind and of a range in time', async () => {
  const { jobs, clientOf, createWorkspace } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1_000_000);
  const heldFor = { userId: 'usr_1', keyId: 'k', projectId: '', tool: 'dssp', runId: '' };
  const holds = ['job_1', 'job_2'].map((jobId) => ({
    holdId: randomUUID(),
    workspaceId,
    millicredits: 100,
    heldFor: { ...heldFor, jobId },
  }));
  await jobs.placeHolds({ holds });
  await jobs.extendHold({ holdId: holds[0]!.holdId, totalMillicredits: 150 });
  await jobs.settleHolds({ settlements: holds.map(({ holdId }) => ({ holdId, chargeMillicredits: 60 })) });
  const gateway = clientOf('gateway');
  const kinds = async (query: object) =>
    (await gateway.listTransfers({ workspaceId, ...query })).transfers.map(({ kind }) => kind);
  expect(await kinds({ jobId: 'job_1' })).toEqual(['refund', 'post', 'extend', 'hold']);
  expect(await kinds({ jobId: 'job_1', kind: 'post' })).toEqual(['post']);
  expect(await kinds({ jobId: 'job_3' })).toEqual([]);
  expect(await kinds({ kind: 'grant' })).toEqual(['grant']);
  expect(await kinds({ to: new Date(0) })).toEqual([]);
  expect(await kinds({ skip: 6 })).toEqual(['hold', 'grant'].slice(0, 2));
  const { transfers } = await gateway.listTransfers({ workspaceId, jobId: 'job_1', limit: 1 });
  expect(transfers).toMatchObject([{ heldFor: { ...heldFor, jobId: 'job_1' } }]);
});
