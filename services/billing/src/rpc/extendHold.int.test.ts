import { randomUUID } from 'node:crypto';
import { ExtendHoldResponse_Outcome as Outcome } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

async function startWithHold() {
  const billing = await startBilling();
  const { id: workspaceId } = await billing.createWorkspace(1_000);
  const holdId = randomUUID();
  await billing.placeHold({ holdId, workspaceId, millicredits: 400 });
  const extend = (totalMillicredits: number) => billing.jobs.extendHold({ holdId, totalMillicredits });
  return { ...billing, workspaceId, holdId, extend };
}

describe('ExtendHold', () => {
  it('raises the hold to the new total once, and never lowers it', async () => {
    const { operator, workspaceId, extend } = await startWithHold();
    for (const total of [600, 600, 500]) {
      expect(await extend(total)).toEqual({ outcome: Outcome.HELD, totalMillicredits: 600 });
    }
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 400 });
  });

  it('keeps the old total when the credits do not suffice', async () => {
    const { extend } = await startWithHold();
    expect(await extend(1_001)).toEqual({ outcome: Outcome.INSUFFICIENT, totalMillicredits: 400 });
    expect(await extend(1_000)).toEqual({ outcome: Outcome.HELD, totalMillicredits: 1_000 });
  });

  it('is refused for a resolved hold, which reserves nothing', async () => {
    const { jobs, holdId, extend } = await startWithHold();
    await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 100 }] });
    expect(await extend(500)).toEqual({ outcome: Outcome.RESOLVED, totalMillicredits: 0 });
  });

  it('returns not_found for an unknown hold', async () => {
    const { jobs } = await startWithHold();
    await expect(jobs.extendHold({ holdId: randomUUID(), totalMillicredits: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
