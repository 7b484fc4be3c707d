import { randomUUID } from 'node:crypto';
import {
  ExtendHoldResponse_Outcome as Extended,
  PlacedHold_Outcome as Placed,
} from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

async function startWithBudget(capMillicredits: number) {
  const billing = await startBilling();
  const { id: workspaceId } = await billing.createWorkspace(10_000);
  const workflows = billing.clientOf('workflows');
  const budgetId = randomUUID();
  const cap = (millicredits: number) => workflows.setBudget({ budgetId, workspaceId, capMillicredits: millicredits });
  const place = (millicredits: number, holdId = randomUUID()) =>
    billing.placeHold({ holdId, workspaceId, millicredits, budgetId });
  await cap(capMillicredits);
  return { ...billing, workflows, workspaceId, budgetId, cap, place };
}

describe('a budget', () => {
  it('caps the sum of its holds, at once and in parallel, and reserves nothing itself', async () => {
    const { operator, place, workspaceId } = await startWithBudget(3_500);
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 10_000 });

    const answers = await Promise.all(Array.from({ length: 20 }, () => place(1_000)));
    expect(answers.filter(({ outcome }) => outcome === Placed.HELD)).toHaveLength(3);
    expect(answers.filter(({ outcome }) => outcome === Placed.OVER_BUDGET)).toHaveLength(17);
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 7_000 });
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, differences: [] });
  });

  it('tells a hold refused by the budget from one refused by the balance', async () => {
    const { place, cap } = await startWithBudget(500);
    expect(await place(501)).toMatchObject({ outcome: Placed.OVER_BUDGET });
    await cap(20_000);
    expect(await place(10_001)).toMatchObject({ outcome: Placed.INSUFFICIENT });
  });

  it('limits extensions, and gets back what a settlement does not charge', async () => {
    const { jobs, place, cap } = await startWithBudget(1_000);
    const holdId = randomUUID();
    await place(600, holdId);
    const extend = (totalMillicredits: number) => jobs.extendHold({ holdId, totalMillicredits });
    expect(await extend(1_001)).toEqual({ outcome: Extended.OVER_BUDGET, totalMillicredits: 600 });
    expect(await extend(1_000)).toEqual({ outcome: Extended.HELD, totalMillicredits: 1_000 });

    await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 250 }] });
    expect(await cap(0)).toMatchObject({ capMillicredits: 1_000, postedMillicredits: 250, heldMillicredits: 0 });
    expect(await place(751)).toMatchObject({ outcome: Placed.OVER_BUDGET });
    expect(await place(750)).toMatchObject({ outcome: Placed.HELD });
  });

  it('is raised and never lowered, and a repeat changes nothing', async () => {
    const { cap } = await startWithBudget(1_000);
    for (const [wanted, is] of [
      [2_000, 2_000],
      [2_000, 2_000],
      [500, 2_000],
    ] as const) {
      expect(await cap(wanted)).toMatchObject({ capMillicredits: is });
    }
  });

  it('belongs to one workspace', async () => {
    const { workflows, createWorkspace, placeHold, budgetId } = await startWithBudget(1_000);
    const { id: workspaceId } = await createWorkspace(1_000);
    await expect(workflows.setBudget({ budgetId, workspaceId, capMillicredits: 5 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await placeHold({ holdId: randomUUID(), workspaceId, millicredits: 1, budgetId })).toMatchObject({
      outcome: Placed.MISMATCH,
    });
    await expect(
      workflows.setBudget({ budgetId: randomUUID(), workspaceId: 'ws_nobody', capMillicredits: 5 }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
