import { randomUUID } from 'node:crypto';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { expect, it } from 'vitest';
import { readFigures } from './observeLedger.ts';
import { startBilling } from './testing/startBilling.ts';

it('counts open holds, and reports held credits that belong to no open hold as imbalance', async () => {
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

it('reads its figures without the holds that have ended', async () => {
  const { db, createWorkspace } = await startBilling();
  const { id } = await createWorkspace(1_000);
  await db.query(
    `insert into holds (id, workspace_id, millicredits, state, charged_millicredits, resolved_at, claimed_at)
     select gen_random_uuid(), $1, 1, 'voided', 0, now(), now() from generate_series(1, 5000)`,
    [id],
  );
  await db.query('analyze holds');
  const scans = await transaction(db, async (tx) => {
    await readFigures(tx);
    return tx.query(
      `select seq_scan::int as all, idx_scan::int as open from pg_stat_xact_user_tables where relname = 'holds'`,
    );
  });
  expect(scans.rows).toEqual([{ all: 0, open: 1 }]);
});
