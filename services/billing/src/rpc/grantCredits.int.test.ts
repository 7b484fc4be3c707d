import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

describe('GrantCredits', () => {
  it('grants and publishes once per grant id, also when calls race', async () => {
    const { operator, db, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const grant = { workspaceId, grantId: 'invoice-7', millicredits: 500 };

    const answers = await Promise.all(Array.from({ length: 10 }, () => operator.grantCredits(grant)));
    expect(answers).toEqual(answers.map(() => ({ availableMillicredits: 1_500 })));

    const events = (await readOutbox(db, 10)).map((message) => BillingEvent.decode(message.value));
    expect(events).toMatchObject([
      { workspaceId, type: BillingEventType.FUNDS_AVAILABLE, availableMillicredits: 1_500 },
    ]);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, transfers: 2 });
  });

  it('keeps the grant ids of workspaces apart', async () => {
    const { operator, createWorkspace } = await startBilling();
    for (const { id: workspaceId } of [await createWorkspace(0), await createWorkspace(0)]) {
      const grant = { workspaceId, grantId: 'welcome', millicredits: 500 };
      expect(await operator.grantCredits(grant)).toEqual({ availableMillicredits: 500 });
    }
  });

  it('refuses a repeated grant id with another amount', async () => {
    const { operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(0);
    await operator.grantCredits({ workspaceId, grantId: 'g', millicredits: 500 });
    await expect(operator.grantCredits({ workspaceId, grantId: 'g', millicredits: 501 })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('names the problems of a request, up to the largest sum that the ledger can count', async () => {
    const { operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1);
    for (const millicredits of [0, -5, 9_000_000_000_000_000]) {
      await expect(operator.grantCredits({ workspaceId, grantId: 'g', millicredits })).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: [{ path: 'credits' }] },
      });
    }
    await expect(operator.grantCredits({ workspaceId, grantId: '', millicredits: 1 })).rejects.toMatchObject({
      details: { errors: [{ path: 'grant-id' }] },
    });
    await expect(operator.grantCredits({ workspaceId: 'ws_x', grantId: 'g', millicredits: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
