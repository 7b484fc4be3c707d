import { randomUUID } from 'node:crypto';
import type { Db } from '@rotamer/kit/db/db.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setBudget } from './budgetStore.ts';
import { placeHolds, raiseHold, settleHolds } from './holdStore.ts';
import { compareWithJournal } from './ledgerCheck.ts';
import type { Period } from './spending/period.ts';
import type { Scope } from './spending/spendingBudget.ts';
import { deleteBudgets, listBudgets, storeBudget } from './spending/spendingStore.ts';
import {
  type Account,
  applyToAccount,
  applyToBudget,
  applyToHold,
  availableOf,
  type Budget,
  decideExtend,
  decideGrant,
  decidePlace,
  decideSettle,
  emptyAccount,
  type Hold,
  type Move,
  raiseBudget,
  refuses,
  type SpendingBudget,
  spentOf,
  startOf,
} from './testing/ledgerModel.ts';
import { billingDatabase } from './testing/startBilling.ts';
import { grantOnce } from './transferStore.ts';
import { insertWorkspace } from './workspaceStore.ts';

/** `ROTAMER_MODEL_RUNS=2000` runs more. */
const RUNS = Number(process.env.ROTAMER_MODEL_RUNS ?? (long ? 200 : 8));
const TIMEOUT_MS = 120_000 + RUNS * 500;

// Few ids and small amounts, so that sequences repeat, reorder and run out of credits often.
const id = fc.nat({ max: 5 });
const millicredits = fc.integer({ min: 1, max: 60 });
const budgetId = fc.constantFrom(undefined, undefined, 0, 1);
const subjects = { workspace: [''], project: ['proj_1', 'proj_2'], member: ['usr_1'], key: ['key1', 'key2'] };
const spending = fc.constantFrom(...(Object.keys(subjects) as Scope[])).chain((scope) =>
  fc.record({
    scope: fc.constant(scope),
    subjectId: fc.constantFrom(...subjects[scope]),
    period: fc.constantFrom<Period>('day', 'month', 'total'),
  }),
);
const command = fc.oneof(
  fc.record({ kind: fc.constant('budget' as const), id: fc.nat({ max: 1 }), cap: fc.nat({ max: 90 }) }),
  fc.record({ kind: fc.constant('grant' as const), id, millicredits }),
  fc.record({
    kind: fc.constant('place' as const),
    holds: fc.array(
      fc.record({
        id,
        millicredits: fc.constantFrom(20, 20, 20, 35),
        budgetId,
        projectId: fc.constantFrom(null, 'proj_1', 'proj_2'),
        userId: fc.constantFrom('usr_1', 'usr_2'),
        keyId: fc.constantFrom('key1', 'key2'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ kind: fc.constant('cap' as const), budget: spending, cap: fc.nat({ max: 120 }) }),
  fc.record({ kind: fc.constant('uncap' as const), budget: spending }),
  // From the last days of January on: each day may begin a month.
  fc.record({ kind: fc.constant('nextDay' as const) }),
  fc.record({ kind: fc.constant('extend' as const), id, total: millicredits }),
  fc.record({
    kind: fc.constant('settle' as const),
    holds: fc.array(fc.record({ id, charge: fc.nat({ max: 45 }) }), { minLength: 1, maxLength: 4 }),
  }),
);

it('decides every sequence of grants, budgets, holds, extensions and settlements in SQL as in the model', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { db } = await billingDatabase();

  await fc.assert(
    fc.asyncProperty(fc.array(command, { size: '+1', maxLength: 100 }), async (commands) => {
      const run = await startRun(db);
      for (const each of commands) await run.step(each);
    }),
    { numRuns: RUNS },
  );

  expect((await compareWithJournal(db)).differences).toEqual([]);
});

/** Creates one workspace in the database and the same one in the model. */
async function startRun(db: Db) {
  const workspaceId = `ws_${randomUUID()}`;
  await insertWorkspace(db, { id: workspaceId, name: 'Model', plan: 'PRO' });
  const uuids = Array.from({ length: 6 }, () => randomUUID());
  const grants = new Map<number, number>();
  const holds = new Map<number, Hold>();
  const budgetUuids = [randomUUID(), randomUUID()];
  const budgets = new Map<number, Budget>();
  const spending = new Map<string, SpendingBudget>();
  let day = '2026-01-30';
  let account: Account = emptyAccount;

  const nameOf = ({ scope, subjectId, period }: Pick<SpendingBudget, 'scope' | 'subjectId' | 'period'>) =>
    `${scope} ${subjectId || workspaceId} ${period}`;

  /** Applies moves to the model. `budgetId`: the budget of a hold that these moves place. */
  function apply(id: number, moves: Move[], budgetId = holds.get(id)?.budgetId, placed = holds.get(id)?.placed): void {
    for (const move of moves) {
      account = applyToAccount(account, move);
      const hold = applyToHold(holds.get(id), move);
      if (hold) holds.set(id, { ...hold, budgetId, placed });
      if (budgetId !== undefined) budgets.set(budgetId, applyToBudget(budgets.get(budgetId)!, move));
    }
  }

  async function step(command: Command): Promise<void> {
    switch (command.kind) {
      case 'grant': {
        const { outcome, moves } = decideGrant(account, grants.get(command.id), command.millicredits);
        account = moves.reduce(applyToAccount, account);
        if (outcome === 'granted') grants.set(command.id, command.millicredits);
        const verdict = await grantOnce(db, workspaceId, `grant-${command.id}`, command.millicredits);
        expect(verdict).toEqual({ outcome, availableMillicredits: availableOf(account) });
        break;
      }
      case 'budget': {
        const budget = raiseBudget(budgets.get(command.id), command.cap);
        budgets.set(command.id, budget);
        await setBudget(db, { budgetId: budgetUuids[command.id]!, workspaceId, capMillicredits: command.cap });
        break;
      }
      case 'place': {
        const expected = command.holds.map(({ id, millicredits, budgetId, ...subject }) => {
          const budget = budgetId === undefined ? undefined : budgets.get(budgetId);
          const placed = { ...subject, day };
          const refused = refuses(spending.values(), holds.values(), placed, millicredits);
          const { outcome, moves } = decidePlace(account, holds.get(id), millicredits, { budgetId, budget, refused });
          apply(id, moves, budgetId, placed);
          return { outcome, availableMillicredits: availableOf(account) };
        });
        const wanted = command.holds.map(({ id, millicredits, budgetId, projectId, ...subject }) => ({
          holdId: uuids[id]!,
          workspaceId,
          millicredits,
          budgetId: budgetId === undefined ? undefined : budgetUuids[budgetId],
          heldFor: { ...subject, projectId: projectId ?? '', tool: '', jobId: '', runId: '' },
        }));
        expect(await placeHolds(db, wanted, day)).toMatchObject(expected);
        break;
      }
      case 'extend': {
        const hold = holds.get(command.id);
        const budget = hold?.budgetId === undefined ? undefined : budgets.get(hold.budgetId);
        const more = command.total - (hold?.millicredits ?? 0);
        const refused = hold && refuses(spending.values(), holds.values(), hold.placed!, more);
        const decision = hold && decideExtend(account, hold, command.total, budget, refused);
        apply(command.id, decision?.moves ?? []);
        const verdict = await raiseHold(db, uuids[command.id]!, command.total);
        expect(verdict?.outcome).toBe(decision?.outcome);
        break;
      }
      case 'nextDay':
        day = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
        break;
      case 'cap': {
        const { scope, period } = command.budget;
        const budget = { ...command.budget, subjectId: command.budget.subjectId || workspaceId };
        const since = spending.get(nameOf(budget))?.since ?? startOf(period, day);
        spending.set(nameOf(budget), { ...budget, cap: command.cap, since });
        const wanted = { id: `bud_${randomUUID()}`, workspaceId, scope, subjectId: budget.subjectId, period };
        await storeBudget(db, { ...wanted, capMillicredits: command.cap }, day);
        break;
      }
      case 'uncap': {
        const stored = (await listBudgets(db, { workspaceId, afterId: '', limit: 100 }, day)).find(
          (row) => nameOf({ ...row, subjectId: row.subject_id }) === nameOf(command.budget),
        );
        expect(stored !== undefined).toBe(spending.delete(nameOf(command.budget)));
        if (stored) await deleteBudgets(db, { workspaceId, budgetId: stored.id, subjectId: '' }, day);
        break;
      }
      case 'settle': {
        const known = command.holds.filter(({ id }) => holds.has(id));
        const outcomes = known.map(({ id, charge }) => {
          const { outcome, moves } = decideSettle(holds.get(id)!, charge);
          apply(id, moves);
          return outcome;
        });
        const expected = known.map(({ id }, i) => {
          const { state, millicredits, chargedMillicredits } = holds.get(id)!;
          return {
            state,
            heldMillicredits: millicredits,
            chargedMillicredits,
            settled: outcomes[i] === 'settled',
            availableMillicredits: availableOf(account),
          };
        });
        const settlements = known.map(({ id, charge }) => ({ holdId: uuids[id]!, chargeMillicredits: charge }));
        expect(await settleHolds(db, settlements)).toMatchObject(expected);
        break;
      }
    }
    await compareTables();
  }

  async function compareTables(): Promise<void> {
    const { rows: accounts } = await db.query(
      `select posted_millicredits as posted, held_millicredits as held, granted_millicredits as granted,
         spent_millicredits as spent
       from accounts where workspace_id = $1`,
      [workspaceId],
    );
    expect(accounts).toEqual([account]);
    const { rows } = await db.query(
      `select id, state, millicredits, charged_millicredits as "chargedMillicredits" from holds where workspace_id = $1`,
      [workspaceId],
    );
    const storedHolds = rows.map(({ id, ...hold }) => [uuids.indexOf(id), hold]);
    expect(new Map(storedHolds as [number, object][])).toEqual(
      new Map(
        [...holds].map(([id, { placedMillicredits: _amount, budgetId: _budget, placed: _placed, ...hold }]) => [
          id,
          hold,
        ]),
      ),
    );
    const { rows: stored } = await db.query(
      `select id, cap_millicredits as cap, posted_millicredits as posted, held_millicredits as held
       from budgets where workspace_id = $1`,
      [workspaceId],
    );
    expect(new Map(stored.map(({ id, ...budget }) => [budgetUuids.indexOf(id), budget]))).toEqual(budgets);
    const listed = await listBudgets(db, { workspaceId, afterId: '', limit: 100 }, day);
    expect(
      new Map(
        listed.map((row) => [
          nameOf({ ...row, subjectId: row.subject_id }),
          { cap: row.cap_millicredits, posted: row.posted_millicredits, held: row.held_millicredits },
        ]),
      ),
    ).toEqual(
      new Map(
        [...spending].map(([name, budget]) => [name, { cap: budget.cap, ...spentOf(budget, holds.values(), day) }]),
      ),
    );
  }

  return { step };
}

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
