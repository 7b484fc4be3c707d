import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

it('lists open holds that nobody claimed, oldest first, once they are old enough', async () => {
  const { jobs, db, createWorkspace, placeHold } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1_000);
  const [claimed, settled, older, old, fresh] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const holdId of [claimed, settled, older, old, fresh]) {
    await placeHold({ holdId, workspaceId, millicredits: 10 });
  }
  await db.query(`update holds set created_at = now() - interval '2 minutes' where id <> $1`, [fresh]);
  await db.query(`update holds set created_at = now() - interval '3 minutes' where id = $1`, [older]);

  const request = { holdIds: [claimed, randomUUID()] };
  await jobs.claimHolds(request);
  await jobs.claimHolds(request);
  await jobs.settleHolds({ settlements: [{ holdId: settled, chargeMillicredits: 1 }] });

  const unclaimed = (limit: number) => jobs.listUnclaimedHolds({ olderThanSeconds: 60, limit });
  expect(await unclaimed(10)).toEqual({
    holds: [older, old].map((holdId) => ({ holdId, workspaceId, millicredits: 10, createdAt: expect.any(Date) })),
  });
  expect((await unclaimed(1)).holds).toMatchObject([{ holdId: older }]);
});
