import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readFigures } from './observeLedger.ts';
import { startBilling } from './testing/startBilling.ts';

it('the figures of the ledger count open holds, and show credits that are held for none', async () => {
  const { db, createWorkspace, placeHold } = await startBilling();
  expect(await readFigures(db)).toEqual({ imbalance: 0, open: 0, age: 0 });
  const { id: workspaceId } = await createWorkspace(1_000);
  await placeHold({ holdId: randomUUID(), workspaceId, millicredits: 100 });
  await db.query(`update holds set created_at = now() - interval '1 minute'`);
  const figures = await readFigures(db);
  expect(figures).toMatchObject({ imbalance: 0, open: 1 });
  expect(figures.age).toBeCloseTo(60, 0);
  await db.query('update accounts set held_millicredits = held_millicredits + 5');
  expect(await readFigures(db)).toMatchObject({ imbalance: 0.005 });
});
