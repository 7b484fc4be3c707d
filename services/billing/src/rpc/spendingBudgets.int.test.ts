import { randomUUID } from 'node:crypto';
import {
  ExtendHoldResponse_Outcome as Extended,
  type HoldFor,
  BudgetPeriod as Period,
  PlacedHold_Outcome as Placed,
  BudgetScope as Scope,
} from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';
import { publishBudgets } from '../work/publishBudgets.ts';

const someone: HoldFor = { userId: 'usr_1', keyId: 'key1', projectId: 'proj_1', tool: 'mafft', jobId: '', runId: '' };

/** Starts billing at a time that a test moves, with a workspace of 1,000 credits. */
async function startAt(time: string) {
  let now = new Date(time);
  const billing = await startBilling({ clock: () => now });
  const { id: workspaceId } = await billing.createWorkspace(1_000_000);
  const gateway = billing.clientOf('gateway');
  const { db } = billing;
  return {
    ...billing,
    gateway,
    workspaceId,
    goTo: (time: string) => {
      now = new Date(time);
    },
    cap: (scope: Scope, subjectId: string, period: Period, capMillicredits: number) =>
      gateway.setSpendingBudget({ workspaceId, scope, subjectId, period, capMillicredits }),
    place: (millicredits: number, heldFor: Partial<HoldFor> = {}, holdId = randomUUID()) =>
      billing.placeHold({ holdId, workspaceId, millicredits, heldFor: { ...someone, ...heldFor } }),
    extend: (holdId: string, totalMillicredits: number) => billing.jobs.extendHold({ holdId, totalMillicredits }),
    settle: (holdId: string, chargeMillicredits: number) =>
      billing.jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits }] }),
    list: async () => {
      const { budgets } = await gateway.listSpendingBudgets({ workspaceId, limit: 100 });
      return budgets.toSorted((a, b) => a.period.localeCompare(b.period));
    },
    /** Runs the loop's pass, and returns the events that were published since the last call. */
    async published() {
      await publishBudgets({ db, clock: () => now, signals: { send: () => {} } });
      const { rows } = await db.query('delete from outbox returning value');
      return rows.map(({ value }) => BillingEvent.decode(value));
    },
    balanced: async () => (await billing.operator.checkLedger({})).differences,
  };
}

/** Ways in which budgets of similar products failed. */
describe('a budget, unlike reports about others,', () => {
  it('of 0 refuses every hold (BerriAI/litellm #41271, #41997)', async () => {
    const { cap, place } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.PROJECT, 'proj_1', Period.DAY, 0);
    expect(await place(1)).toMatchObject({ outcome: Placed.OVER_BUDGET });
    expect(await place(1, { projectId: 'proj_2' })).toMatchObject({ outcome: Placed.HELD });
  });

  it('bounds the first holds of a period that come at once (BerriAI/litellm #34732, #40095)', async () => {
    const { cap, place, goTo, list } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.MEMBER, 'usr_1', Period.DAY, 5_000);
    goTo('2026-02-01T00:00:00Z');
    const placed = await Promise.all(Array.from({ length: 20 }, () => place(1_000)));
    expect(placed.filter(({ outcome }) => outcome === Placed.HELD)).toHaveLength(5);
    expect(await list()).toMatchObject([{ heldMillicredits: 5_000 }]);
  });

  it('gives back once, and counts no refused hold (hashicorp/nomad #10694, micolous/tollgate #20)', async () => {
    const { cap, place, settle, list, balanced } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.KEY, 'key1', Period.MONTH, 5_000);
    const holdId = randomUUID();
    await place(4_000, {}, holdId);
    for (let n = 0; n < 3; n++) await place(4_000);
    for (const charge of [1_000, 0, 4_000]) await settle(holdId, charge);
    expect(await list()).toMatchObject([{ spentMillicredits: 1_000, heldMillicredits: 0 }]);
    expect(await balanced()).toEqual([]);
  });

  it('keeps what is spent when it is set again, also after a deletion (weave-os/router #564)', async () => {
    const { cap, place, settle, gateway, workspaceId } = await startAt('2026-01-31T12:00:00Z');
    const { id: budgetId } = await cap(Scope.KEY, 'key1', Period.TOTAL, 5_000);
    const holdId = randomUUID();
    await place(4_000, {}, holdId);
    await settle(holdId, 3_000);
    expect(await cap(Scope.KEY, 'key1', Period.TOTAL, 6_000)).toMatchObject({ id: budgetId, spentMillicredits: 3_000 });
    await gateway.deleteSpendingBudgets({ workspaceId, budgetId });
    expect(await cap(Scope.KEY, 'key1', Period.TOTAL, 5_000)).toMatchObject({ spentMillicredits: 3_000 });
    expect(await place(2_001)).toMatchObject({ outcome: Placed.OVER_BUDGET });
  });

  it('of a month begins on the first day of each calendar month (BerriAI/litellm #9098, #29576)', async () => {
    const { cap, place, goTo } = await startAt('2026-01-15T12:00:00Z');
    await cap(Scope.WORKSPACE, '', Period.MONTH, 1_000);
    await place(1_000);
    for (const [time, outcome] of [
      ['2026-01-31T23:59:59.999Z', Placed.OVER_BUDGET],
      ['2026-02-01T00:00:00Z', Placed.HELD],
      ['2026-02-28T23:59:59.999Z', Placed.OVER_BUDGET],
      ['2026-03-01T00:00:00Z', Placed.HELD],
    ] as const) {
      goTo(time);
      expect(await place(1_000), time).toMatchObject({ outcome });
    }
  });

  it('warns once for each threshold, however many holds follow (BerriAI/litellm #3738)', async () => {
    const { cap, place, settle, published } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.WORKSPACE, '', Period.DAY, 10_000);
    const warned = [];
    for (let n = 0; n < 12; n++) {
      const holdId = randomUUID();
      await place(1_000, {}, holdId);
      await settle(holdId, 900);
      warned.push(...(await published()).filter(({ type }) => type === BillingEventType.BUDGET_WARNING));
    }
    expect(warned).toHaveLength(2);
  });
});

describe('a spending budget', () => {
  it('refuses what exceeds it, names itself as it is, and leaves others alone', async () => {
    const { cap, place } = await startAt('2026-01-31T12:00:00Z');
    const { id } = await cap(Scope.KEY, 'key1', Period.DAY, 10_000);
    const holdId = randomUUID();
    expect(await place(7_000, {}, holdId)).toMatchObject({ outcome: Placed.HELD });
    expect(await place(3_001)).toMatchObject({
      outcome: Placed.OVER_BUDGET,
      refusedBy: {
        id,
        scope: Scope.KEY,
        subjectId: 'key1',
        period: Period.DAY,
        capMillicredits: 10_000,
        spentMillicredits: 0,
        heldMillicredits: 7_000,
        periodStart: new Date('2026-01-31T00:00:00Z'),
        periodEnd: new Date('2026-02-01T00:00:00Z'),
      },
    });
    expect(await place(3_000)).toMatchObject({ outcome: Placed.HELD, refusedBy: undefined });
    expect(await place(9_000, { keyId: 'key2' })).toMatchObject({ outcome: Placed.HELD });
    expect(await place(7_000, {}, holdId)).toMatchObject({ outcome: Placed.HELD });
  });

  it('applies together with others, and the one with the least left refuses', async () => {
    const { cap, place, workspaceId, balanced } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.WORKSPACE, '', Period.TOTAL, 9_000);
    await cap(Scope.PROJECT, 'proj_1', Period.MONTH, 6_000);
    await cap(Scope.MEMBER, 'usr_1', Period.DAY, 4_000);
    const refusal = async (millicredits: number, heldFor: Partial<HoldFor>) =>
      (await place(millicredits, heldFor)).refusedBy?.subjectId;
    expect(await refusal(10_000, {})).toBe('usr_1');
    expect(await refusal(4_000, {})).toBeUndefined();
    expect(await refusal(3_000, { userId: 'usr_2' })).toBe('proj_1');
    expect(await refusal(5_000, { userId: 'usr_2', projectId: '' })).toBeUndefined();
    expect(await refusal(1, { userId: 'usr_3', projectId: '' })).toBe(workspaceId);
    expect(await balanced()).toEqual([]);
  });

  it('gets back what a settlement does not charge, also on a later day', async () => {
    const { cap, place, settle, goTo, list } = await startAt('2026-01-31T23:59:59Z');
    await cap(Scope.MEMBER, 'usr_1', Period.DAY, 5_000);
    await cap(Scope.MEMBER, 'usr_1', Period.TOTAL, 50_000);
    const [first, late] = [randomUUID(), randomUUID()];
    await place(4_000, {}, first);
    await settle(first, 1_000);
    await place(4_000, {}, late);
    goTo('2026-02-01T00:00:00Z');
    await place(2_000);
    await settle(late, 3_000);
    expect(await list()).toMatchObject([
      { period: Period.DAY, spentMillicredits: 0, heldMillicredits: 2_000 },
      { period: Period.TOTAL, spentMillicredits: 4_000, heldMillicredits: 2_000 },
    ]);
  });

  it('bounds an extension by the period in which the hold was placed', async () => {
    const { cap, place, extend, goTo, balanced } = await startAt('2026-01-31T23:00:00Z');
    await cap(Scope.WORKSPACE, '', Period.DAY, 5_000);
    const holdId = randomUUID();
    await place(4_000, {}, holdId);
    goTo('2026-02-01T01:00:00Z');
    expect(await place(5_000)).toMatchObject({ outcome: Placed.HELD });
    expect(await extend(holdId, 5_001)).toEqual({ outcome: Extended.OVER_BUDGET, totalMillicredits: 4_000 });
    expect(await extend(holdId, 5_000)).toEqual({ outcome: Extended.HELD, totalMillicredits: 5_000 });
    expect(await balanced()).toEqual([]);
  });

  it('counts what its present period had come to before it was set', async () => {
    const { cap, place, settle, goTo, balanced } = await startAt('2026-01-30T12:00:00Z');
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    await place(1_000, {}, ids[0]);
    goTo('2026-01-31T12:00:00Z');
    await place(2_000, {}, ids[1]);
    await place(4_000, {}, ids[2]);
    await settle(ids[1], 1_500);
    expect(await cap(Scope.KEY, 'key1', Period.DAY, 0)).toMatchObject({
      spentMillicredits: 1_500,
      heldMillicredits: 4_000,
    });
    expect(await cap(Scope.KEY, 'key1', Period.MONTH, 0)).toMatchObject({
      spentMillicredits: 1_500,
      heldMillicredits: 5_000,
    });
    await settle(ids[0], 1_000);
    await settle(ids[2], 4_000);
    expect(await balanced()).toEqual([]);
  });

  it('refuses new holds below what is spent, and charges what is held', async () => {
    const { cap, place, extend, settle, list } = await startAt('2026-01-31T12:00:00Z');
    const holdId = randomUUID();
    await place(4_000, {}, holdId);
    await cap(Scope.KEY, 'key1', Period.DAY, 1_000);
    expect(await place(1)).toMatchObject({ outcome: Placed.OVER_BUDGET });
    expect(await extend(holdId, 4_001)).toMatchObject({ outcome: Extended.OVER_BUDGET });
    await settle(holdId, 4_000);
    expect(await list()).toMatchObject([{ capMillicredits: 1_000, spentMillicredits: 4_000, heldMillicredits: 0 }]);
  });

  it('is one for each subject and period, and leaves no trace when it is deleted', async () => {
    const { cap, place, list, gateway, workspaceId, settle, balanced } = await startAt('2026-01-31T12:00:00Z');
    const { id } = await cap(Scope.KEY, 'key1', Period.DAY, 1_000);
    expect(await cap(Scope.KEY, 'key1', Period.DAY, 2_000)).toMatchObject({ id, capMillicredits: 2_000 });
    await cap(Scope.KEY, 'key1', Period.TOTAL, 3_000);
    const holdId = randomUUID();
    await place(500, {}, holdId);
    const budget = { workspaceId, budgetId: id };
    expect((await gateway.deleteSpendingBudgets({ ...budget, workspaceId: 'ws_other' }).catch((e) => e)).code).toBe(
      'not_found',
    );
    expect((await gateway.deleteSpendingBudgets(budget)).budgets).toMatchObject([{ id, heldMillicredits: 500 }]);
    expect((await gateway.deleteSpendingBudgets(budget)).budgets).toEqual([]);
    expect(await list()).toMatchObject([{ period: Period.TOTAL }]);
    await gateway.deleteSpendingBudgets({ workspaceId, scope: Scope.KEY, subjectId: 'key1' });
    expect(await list()).toEqual([]);
    await settle(holdId, 500);
    expect(await balanced()).toEqual([]);
  });

  it('is found by the public ids of keys, among those of others', async () => {
    const { cap, gateway, workspaceId } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.MEMBER, 'key1', Period.DAY, 1_000);
    for (const key of ['key1', 'key2', 'key3']) await cap(Scope.KEY, key, Period.DAY, 2_000);
    await cap(Scope.KEY, 'key1', Period.TOTAL, 3_000);
    const wanted = { workspaceId, limit: 100, keyIds: ['key1', 'key3', 'key4'] };
    const { budgets } = await gateway.listSpendingBudgets(wanted);
    expect(
      budgets.map(({ scope, subjectId, capMillicredits }) => `${scope} ${subjectId} ${capMillicredits}`).toSorted(),
    ).toEqual([`${Scope.KEY} key1 2000`, `${Scope.KEY} key1 3000`, `${Scope.KEY} key3 2000`]);
    const seenBy = async (visible: object) =>
      (await gateway.listSpendingBudgets({ ...wanted, ...visible })).budgets.map(({ subjectId }) => subjectId);
    expect(await seenBy({ visibleTo: { keyId: 'key2' } })).toEqual([]);
    expect(await seenBy({ visibleTo: { keyId: 'key2' }, visibleKeyIds: ['key1'] })).toEqual(['key1', 'key1']);
  });

  it('is refused without a scope, a period or an id, for an unknown workspace and a negative cap', async () => {
    const { cap, gateway } = await startAt('2026-01-31T12:00:00Z');
    const wrong = cap(Scope.UNSPECIFIED, 'a b', Period.UNSPECIFIED, -1);
    await expect(wrong).rejects.toMatchObject({ code: 'validation_error' });
    const wanted = { scope: Scope.WORKSPACE, period: Period.DAY, capMillicredits: 1, workspaceId: 'ws_nobody' };
    await expect(gateway.setSpendingBudget(wanted)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('events of budgets', () => {
  const warnings = (events: BillingEvent[]) => events.flatMap(({ budgetWarning }) => budgetWarning?.percent ?? []);

  it('warn once at 80 and at 100 % of each period', async () => {
    const { cap, place, settle, published, goTo } = await startAt('2026-01-31T12:00:00Z');
    await cap(Scope.KEY, 'key1', Period.DAY, 10_000);
    await published();
    await place(7_999);
    expect(warnings(await published())).toEqual([]);
    const holdId = randomUUID();
    await place(1, {}, holdId);
    expect(await published()).toMatchObject([
      {
        type: BillingEventType.BUDGET_WARNING,
        budgetWarning: { percent: 80, budget: { subjectId: 'key1', heldMillicredits: 8_000 } },
      },
    ]);
    await settle(holdId, 0);
    await place(1);
    expect(warnings(await published())).toEqual([]);
    await place(2_000);
    expect(warnings(await published())).toEqual([100]);
    goTo('2026-02-01T12:00:00Z');
    await place(10_000);
    expect(warnings(await published())).toEqual([100]);
  });

  it('warn of a cap that is lowered to what is spent, and again after it was raised', async () => {
    const { cap, place, published } = await startAt('2026-01-31T12:00:00Z');
    await place(8_000);
    await cap(Scope.WORKSPACE, '', Period.MONTH, 100_000);
    expect(warnings(await published())).toEqual([]);
    await cap(Scope.WORKSPACE, '', Period.MONTH, 8_000);
    expect(warnings(await published())).toEqual([100]);
    await cap(Scope.WORKSPACE, '', Period.MONTH, 20_000);
    await place(8_000);
    expect(warnings(await published())).toEqual([80]);
  });

  it('wake waiting work when a budget is raised or deleted and when its period begins', async () => {
    const { cap, published, goTo, gateway, workspaceId } = await startAt('2026-01-31T12:00:00Z');
    const types = async () => (await published()).map(({ type }) => type);
    const { FUNDS_AVAILABLE } = BillingEventType;
    await types();
    await cap(Scope.KEY, 'key1', Period.DAY, 1_000);
    await cap(Scope.KEY, 'key1', Period.TOTAL, 1_000);
    const { id } = await cap(Scope.KEY, 'key1', Period.MONTH, 1_000);
    expect(await types()).toEqual([]);
    await cap(Scope.KEY, 'key1', Period.MONTH, 999);
    expect(await types()).toEqual([]);
    await cap(Scope.KEY, 'key1', Period.MONTH, 1_001);
    expect(await types()).toEqual([FUNDS_AVAILABLE]);
    goTo('2026-02-01T00:00:00Z');
    expect(await types()).toEqual([FUNDS_AVAILABLE]);
    expect(await types()).toEqual([]);
    await gateway.deleteSpendingBudgets({ workspaceId, budgetId: id });
    expect(await types()).toEqual([FUNDS_AVAILABLE]);
  });
});
