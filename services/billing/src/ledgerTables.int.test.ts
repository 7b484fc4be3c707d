import { randomUUID } from 'node:crypto';
import type { Db } from '@rotamer/kit/db/db.ts';
import { describe, expect, it } from 'vitest';
import { placeHolds, settleHolds } from './holdStore.ts';
import { billingDatabase } from './testing/startBilling.ts';
import { grantOnce } from './transferStore.ts';
import { insertWorkspace } from './workspaceStore.ts';

/** Creates a workspace of 1,000 millicredits with 400 held, and 100 charged by a posted hold. */
async function openLedger() {
  const { db } = await billingDatabase();
  const workspace = 'ws_1';
  await insertWorkspace(db, { id: workspace, name: 'Lab', plan: 'PRO' });
  await grantOnce(db, workspace, 'g', 1_000);
  const [open, posted] = [randomUUID(), randomUUID()];
  const holds = [
    { holdId: open, workspaceId: workspace, millicredits: 400 },
    { holdId: posted, workspaceId: workspace, millicredits: 100 },
  ];
  await placeHolds(db, holds, '2026-01-31');
  await settleHolds(db, [{ holdId: posted, chargeMillicredits: 100 }]);
  return { db, open, posted };
}

function refused(db: Db, sql: string, constraint: string, parameters: unknown[] = []) {
  return expect(db.query(sql, parameters)).rejects.toMatchObject({ constraint });
}

describe('the tables refuse, regardless of the code above them', () => {
  it('an overdraft', async () => {
    const { db } = await openLedger();
    await refused(db, 'update accounts set held_millicredits = posted_millicredits + 1', 'no_overdraft');
  });

  it('credits without a source', async () => {
    const { db } = await openLedger();
    await refused(db, 'update accounts set posted_millicredits = posted_millicredits + 1', 'sum_is_zero');
    await refused(db, 'update accounts set spent_millicredits = spent_millicredits - 1', 'sum_is_zero');
  });

  it('a second resolution of a hold, posted or voided', async () => {
    const { db, posted } = await openLedger();
    const again = `insert into transfers (workspace_id, kind, hold_id, millicredits) values ('ws_1', $2, $1, 1)`;
    await refused(db, again, 'transfers_resolved_once', [posted, 'post']);
    await refused(db, again, 'transfers_resolved_once', [posted, 'void']);
  });

  it.each([0, -1])('a transfer of %i', async (millicredits) => {
    const { db, open } = await openLedger();
    await refused(
      db,
      `insert into transfers (workspace_id, kind, hold_id, millicredits) values ('ws_1', 'extend', $1, $2)`,
      'transfer_positive',
      [open, millicredits],
    );
  });

  it('a charge above the hold, and a resolved hold without its time', async () => {
    const { db, open } = await openLedger();
    await refused(
      db,
      `update holds set state = 'posted', charged_millicredits = millicredits + 1, resolved_at = now() where id = $1`,
      'charged_in_range',
      [open],
    );
    await refused(db, `update holds set state = 'voided' where id = $1`, 'resolved_when_not_open', [open]);
  });

  it('a change of the journal', async () => {
    const { db } = await openLedger();
    for (const sql of ['update transfers set millicredits = 1', 'delete from transfers', 'truncate transfers']) {
      await expect(db.query(sql)).rejects.toThrow('append-only');
    }
  });
});
