import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

/** Starts billing with one hold of each kind: open and extended, posted with a refund, voided. */
async function startWithBooks() {
  const billing = await startBilling();
  const { id: workspaceId } = await billing.createWorkspace(1_000);
  const holdIds = [randomUUID(), randomUUID(), randomUUID()] as const;
  const budgetId = randomUUID();
  await billing.clientOf('workflows').setBudget({ budgetId, workspaceId, capMillicredits: 500 });
  for (const holdId of holdIds) await billing.placeHold({ holdId, workspaceId, millicredits: 100, budgetId });
  const [open, posted, voided] = holdIds;
  await billing.jobs.extendHold({ holdId: open, totalMillicredits: 150 });
  await billing.jobs.settleHolds({
    settlements: [
      { holdId: posted, chargeMillicredits: 60 },
      { holdId: voided, chargeMillicredits: 0 },
    ],
  });
  return { ...billing, workspaceId, open, posted, voided };
}

describe('CheckLedger', () => {
  it('reports correct books as balanced', async () => {
    const { operator } = await startWithBooks();
    // grant, 3 holds, extend, post, refund, void
    expect(await operator.checkLedger({})).toEqual({
      balanced: true,
      accounts: 3,
      transfers: 8,
      openHolds: 1,
      differences: [],
    });
  });

  it.each([
    [
      'credits moved between accounts',
      `update accounts set posted_millicredits = posted_millicredits + 5, spent_millicredits = spent_millicredits - 5`,
    ],
    ['a reservation forgotten', `update accounts set held_millicredits = 0`],
    ['a hold made smaller', `update holds set millicredits = millicredits - 1 where id = $open`],
    ['a charge lowered', `update holds set charged_millicredits = charged_millicredits - 1 where id = $posted`],
    ['a hold opened again', `update holds set state = 'open', resolved_at = null where id = $voided`],
    ['a hold deleted', `delete from holds where id = $open`],
    [
      'a grant forged',
      `insert into transfers (workspace_id, kind, grant_id, millicredits) select id, 'grant', 'x', 1 from workspaces`,
    ],
    [
      'a grant to nobody',
      `insert into transfers (workspace_id, kind, grant_id, millicredits) values ('ws_nobody', 'grant', 'x', 1)`,
    ],
    ['a charge to a budget forgotten', `update budgets set posted_millicredits = 0`],
    ['a reservation of a budget raised', `update budgets set held_millicredits = held_millicredits + 1`],
    ['a transfer deleted', `delete from transfers where kind = 'refund'`],
    ['a transfer raised', `update transfers set millicredits = millicredits + 1 where kind = 'void'`],
  ])('reports the difference after %s', async (_what, sql) => {
    const { operator, db, ...ids } = await startWithBooks();
    await db.query('alter table transfers disable trigger transfers_append_only');
    await db.query(sql.replace(/\$(\w+)/, (_, name: 'open' | 'posted' | 'voided') => `'${ids[name]}'`));

    const { balanced, differences } = await operator.checkLedger({});
    expect(balanced).toBe(false);
    expect(differences).not.toEqual([]);
  });

  it('names the wrong figure, its workspace, and the value of the journal', async () => {
    const { operator, db, workspaceId } = await startWithBooks();
    await db.query(
      'update accounts set posted_millicredits = posted_millicredits + 5, spent_millicredits = spent_millicredits - 5',
    );

    expect((await operator.checkLedger({})).differences).toEqual([
      `workspace ${workspaceId}: available, posted is 945, the journal says 940`,
      `workspace ${workspaceId}: spent is 55, the journal says 60`,
    ]);
  });
});
