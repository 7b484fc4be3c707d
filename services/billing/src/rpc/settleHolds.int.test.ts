import { randomUUID } from 'node:crypto';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { HoldState, type SettleAnswer } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

async function startWithHolds(millicredits: number[]) {
  const billing = await startBilling();
  const { id: workspaceId } = await billing.createWorkspace(10_000);
  const holdIds = millicredits.map(() => randomUUID());
  for (const [i, holdId] of holdIds.entries()) {
    await billing.placeHold({ holdId, workspaceId, millicredits: millicredits[i]! });
  }
  return { ...billing, workspaceId, holdIds };
}

describe('SettleHolds', () => {
  it('charges, releases and voids, and returns results in the order of the request', async () => {
    const { jobs, operator, workspaceId, holdIds } = await startWithHolds([100, 200]);
    const [first, second] = holdIds as [string, string];
    const unknown = randomUUID();

    const { answers } = await jobs.settleHolds({
      settlements: [
        { holdId: second, chargeMillicredits: 0 },
        { holdId: unknown, chargeMillicredits: 5 },
        { holdId: first, chargeMillicredits: 60 },
      ],
    });

    expect(answers.map(read)).toMatchObject([
      settled(second, HoldState.VOIDED, 200, 0),
      { code: 'not_found' },
      settled(first, HoldState.POSTED, 100, 60),
    ]);
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 9_940 });
  });

  it('applies the first resolution only, and returns the state of the hold to every repeat', async () => {
    const { jobs, holdIds } = await startWithHolds([100]);
    const [holdId] = holdIds as [string];
    const first = await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 70 }] });

    for (const chargeMillicredits of [70, 0, 100, 500]) {
      expect(await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits }] })).toEqual(first);
    }
  });

  it('keeps a hold open when the charge exceeds it', async () => {
    const { jobs, operator, holdIds } = await startWithHolds([100]);
    const [holdId] = holdIds as [string];

    const { answers } = await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 101 }] });
    expect(answers.map(read)).toMatchObject([{ state: HoldState.OPEN, heldMillicredits: 100, chargedMillicredits: 0 }]);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 1 });
  });

  it('publishes that funds are available when credits were released, and only then', async () => {
    const { jobs, db, workspaceId, holdIds } = await startWithHolds([100, 200]);
    const [first, second] = holdIds as [string, string];

    await jobs.settleHolds({ settlements: [{ holdId: first, chargeMillicredits: 100 }] });
    expect(await readOutbox(db, 10)).toEqual([]);

    const release = { settlements: [{ holdId: second, chargeMillicredits: 50 }] };
    await jobs.settleHolds(release);
    await jobs.settleHolds(release);
    const messages = await readOutbox(db, 10);
    expect(messages).toMatchObject([
      { topic: 'billing.events.v1', key: workspaceId, type: BillingEventType.FUNDS_AVAILABLE },
    ]);
    expect(BillingEvent.decode(messages[0]!.value)).toMatchObject({
      eventId: messages[0]!.eventId,
      workspaceId,
      availableMillicredits: 9_850,
    });
  });

  it('commits once for holds of many workspaces, and publishes for each that has credits again', async () => {
    const { jobs, operator, db, createWorkspace, placeHold } = await startBilling();
    const workspaces = await Promise.all([1_000, 2_000, 3_000].map(createWorkspace));
    // Interleaved, as they would arrive.
    const holds = [0, 1].flatMap(() => workspaces.map(({ id }) => ({ workspaceId: id, holdId: randomUUID() })));
    for (const hold of holds) await placeHold({ ...hold, millicredits: 400 });

    const settlements = holds.map(({ holdId }, i) => ({ holdId, chargeMillicredits: i % 3 === 2 ? 400 : 100 }));
    await jobs.settleHolds({ settlements });

    const left = await Promise.all(workspaces.map(({ id }) => operator.getWorkspace({ workspaceId: id })));
    expect(left.map(({ availableMillicredits }) => availableMillicredits)).toEqual([800, 1_800, 2_200]);
    const { rows } = await db.query('select count(distinct xmin::text::bigint) as commits from holds');
    expect(rows[0].commits).toBe(1);
    const told = (await readOutbox(db, 10)).map(({ value }) => BillingEvent.decode(value));
    expect(told.map(({ workspaceId, availableMillicredits }) => [workspaceId, availableMillicredits])).toEqual([
      [workspaces[0]!.id, 800],
      [workspaces[1]!.id, 1_800],
    ]);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 0, differences: [] });
  });

  it('refuses invalid settlements, and settles the others', async () => {
    const { jobs, operator, holdIds } = await startWithHolds([100]);
    const settlements = [
      { holdId: 'h1', chargeMillicredits: -1 },
      { holdId: holdIds[0]!, chargeMillicredits: 0 },
    ];
    const { answers } = await jobs.settleHolds({ settlements });
    expect(answers.map(read)).toMatchObject([
      { code: 'validation_error', details: { errors: [{ path: 'hold_id' }, { path: 'charge_millicredits' }] } },
      { state: HoldState.VOIDED },
    ]);
    expect(await operator.checkLedger({})).toMatchObject({ openHolds: 0 });
  });

  it('fails only the hold that breaks the statement', async () => {
    const { jobs, operator, db, holdIds } = await startWithHolds(Array.from({ length: 20 }, () => 100));
    await db.query(
      `alter table holds add constraint no_13 check (charged_millicredits is null or charged_millicredits <> 13)`,
    );
    const settlements = holdIds.map((holdId, i) => ({ holdId, chargeMillicredits: i === 7 ? 13 : 5 }));
    const answers = (await jobs.settleHolds({ settlements })).answers.map(read);
    expect(answers[7]).toMatchObject({ code: 'internal_error' });
    expect(answers.filter((answer) => 'state' in answer)).toHaveLength(19);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 1, differences: [] });
  });
});

function read({ answer }: SettleAnswer) {
  if (answer?.$case === 'error') return itemFault(answer.value);
  return answer!.value;
}

function settled(holdId: string, state: HoldState, heldMillicredits: number, chargedMillicredits: number) {
  return { holdId, state, heldMillicredits, chargedMillicredits, resolvedAt: expect.any(Date) };
}
