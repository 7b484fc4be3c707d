import { randomUUID } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Died, injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { expect, it } from 'vitest';
import { placeHolds, raiseHold, settleHolds } from '../holdStore.ts';
import { compareWithJournal } from '../ledgerCheck.ts';
import { billingDatabase } from '../testing/startBilling.ts';
import { grantOnce } from '../transferStore.ts';
import { publishBudgets } from '../work/publishBudgets.ts';
import { insertWorkspace } from '../workspaceStore.ts';
import type { Period } from './period.ts';
import type { Scope } from './spendingBudget.ts';
import { deleteBudgets, storeBudget } from './spendingStore.ts';

const DAYS = ['2026-01-31', '2026-02-01'];
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;

async function openWorkspaces() {
  const { db } = await billingDatabase();
  for (const id of ['ws_1', 'ws_2']) {
    await insertWorkspace(db, { id, name: 'Lab', plan: 'PRO' });
    await grantOnce(db, id, 'g', 100_000_000);
  }
  // Every commit that makes a period exceed its cap fails. Caps are only raised in these tests.
  await db.query(`
    create function refuse_excess() returns trigger language plpgsql as $$ begin
      if new.posted_millicredits + new.held_millicredits > (select cap_millicredits from spending_budgets where id = new.budget_id)
        then raise exception 'over the cap'; end if;
      return new;
    end $$;
    create trigger within_cap before insert or update on spending_periods for each row execute function refuse_excess()`);
  const cap = (workspaceId: string, scope: Scope, subjectId: string, period: Period, capMillicredits: number) =>
    storeBudget(db, { id: `bud_${randomUUID()}`, workspaceId, scope, subjectId, period, capMillicredits }, DAYS[0]!);
  return { db, cap };
}

it('never exceeds a cap while ten connections place, extend, settle, raise, delete and publish', async () => {
  const { db, cap } = await openWorkspaces();
  const workspaces = ['ws_1', 'ws_2'];
  for (const id of workspaces) await cap(id, 'workspace', id, 'month', 60_000);
  for (const key of ['key1', 'key2']) await cap('ws_1', 'key', key, 'day', 20_000);
  const held: string[] = [];
  let caps = 20_000;
  // Two at once could arrive in the other order and lower the cap below what is held.
  let raised: Promise<unknown> = Promise.resolve();

  async function act(): Promise<void> {
    const dice = Math.random();
    if (dice < 0.5) {
      const holds = Array.from({ length: 3 }, () => ({
        holdId: randomUUID(),
        workspaceId: pick(workspaces),
        millicredits: 1_000,
        heldFor: { userId: 'usr_1', keyId: pick(['key1', 'key2']), projectId: '', tool: '', jobId: '', runId: '' },
      }));
      const verdicts = await placeHolds(db, holds, pick(DAYS));
      held.push(...holds.filter((_, i) => verdicts[i]!.outcome === 'held').map(({ holdId }) => holdId));
    } else if (dice < 0.65 && held.length > 0)
      await raiseHold(db, pick(held), 1_000 + Math.floor(Math.random() * 2_000));
    else if (dice < 0.85 && held.length > 0) {
      const some = [pick(held), pick(held)];
      await settleHolds(
        db,
        some.map((holdId) => ({ holdId, chargeMillicredits: pick([0, 300, 1_000]) })),
      );
    } else if (dice < 0.92) {
      raised = raised.then(() => {
        caps += 100;
        return cap('ws_1', 'key', 'key1', 'day', caps);
      });
      await raised;
    } else if (dice < 0.96) {
      const client = await db.connect();
      await client.query('begin');
      await deleteBudgets(
        client,
        { workspaceId: 'ws_2', budgetId: '', scope: 'workspace', subjectId: 'ws_2' },
        DAYS[0]!,
      );
      await client.query('commit');
      client.release();
      for (const period of ['month', 'total'] as const) await cap('ws_2', 'workspace', 'ws_2', period, 900_000);
    } else await publishBudgets({ db, clock: () => new Date(`${pick(DAYS)}T12:00:00Z`), signals: { send: () => {} } });
  }

  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = 0; n < 40; n++) await act();
    }),
  );
  expect((await compareWithJournal(db)).differences).toEqual([]);
});

it.each(['day', 'total'] as const)(
  'counts holds that are placed, extended and settled while a new budget of period %s sums the earlier ones',
  async (period) => {
    const { db, cap } = await openWorkspaces();
    const heldFor = { userId: 'usr_1', keyId: 'key1', projectId: '', tool: '', jobId: '', runId: '' };
    const place = (tx: Queryable, holdId: string) =>
      placeHolds(tx, [{ holdId, workspaceId: 'ws_1', millicredits: 1_000, heldFor }], DAYS[0]!);
    const [early, late, open] = [randomUUID(), randomUUID(), randomUUID()];
    for (const holdId of [early, open]) await place(db, holdId);
    const other = await db.connect();
    await other.query('begin');
    await place(other, late);
    await settleHolds(other, [{ holdId: early, chargeMillicredits: 300 }]);
    await raiseHold(other, open, 1_500);
    const setting = cap('ws_1', 'member', 'usr_1', period, 10_000);
    await eventually(async () => {
      const { rowCount } = await db.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set_spending_budget%'`,
      );
      return rowCount === 1;
    });
    await other.query('commit');
    other.release();
    await setting;
    const { rows } = await db.query(
      'select posted_millicredits as posted, held_millicredits as held from spending_periods',
    );
    expect(rows).toEqual([{ posted: 300, held: 2_500 }]);
    expect((await compareWithJournal(db)).differences).toEqual([]);
  },
);

it('publishes each warning once, however the process dies at its calls', async () => {
  const { db, cap } = await openWorkspaces();
  const now = new Date(`${DAYS[0]}T12:00:00Z`);
  const deps = { db, clock: () => now, signals: { send: () => {} } };
  let survived = false;
  for (let crashAt = 1; !survived; crashAt++) {
    for (const crash of ['before', 'after'] as const) {
      const key = `key ${crashAt} ${crash}`.replaceAll(' ', '-');
      await cap('ws_1', 'key', key, 'day', 1_000);
      const heldFor = { userId: 'usr_1', keyId: key, projectId: '', tool: '', jobId: '', runId: '' };
      await placeHolds(db, [{ holdId: randomUUID(), workspaceId: 'ws_1', millicredits: 1_000, heldFor }], DAYS[0]!);
      const dying = injectCrash(crashAt, crash).db(db);
      await publishBudgets({ ...deps, db: dying }).then(
        () => {
          survived = true;
        },
        (error) => expect(error).toBeInstanceOf(Died),
      );
      while (await publishBudgets(deps));
      const { rows } = await db.query('delete from outbox returning event_id');
      expect(rows).toHaveLength(1);
    }
  }
});
