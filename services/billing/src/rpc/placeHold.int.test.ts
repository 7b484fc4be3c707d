import { randomUUID } from 'node:crypto';
import { PlaceHoldResponse_Outcome as Outcome } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

describe('PlaceHold', () => {
  it('answers the same id like the first time, and reserves once', async () => {
    const { jobs, operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const request = { holdId: randomUUID(), workspaceId, millicredits: 400 };

    expect(await jobs.placeHold(request)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 600 });
    expect(await jobs.placeHold(request)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 600 });
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 600 });
  });

  it('still knows the hold by its first amount after it was extended', async () => {
    const { jobs, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const request = { holdId: randomUUID(), workspaceId, millicredits: 400 };
    await jobs.placeHold(request);
    await jobs.extendHold({ holdId: request.holdId, totalMillicredits: 500 });

    expect(await jobs.placeHold(request)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 500 });
  });

  it('accepts exactly as many of 200 parallel holds as the credits cover', async () => {
    const { jobs, operator, db, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(37 * 1_000 + 999);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => jobs.placeHold({ holdId: randomUUID(), workspaceId, millicredits: 1_000 })),
    );

    expect(answers.filter((answer) => answer.outcome === Outcome.HELD)).toHaveLength(37);
    expect(answers.filter((answer) => answer.outcome === Outcome.INSUFFICIENT)).toHaveLength(163);
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 999 });
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 37, differences: [] });
    // Group commit: far fewer transactions than holds.
    const { rows } = await db.query('select count(distinct xmin::text::bigint) as commits from transfers');
    expect(rows[0].commits).toBeLessThan(37);
  });

  it('commits a verdict for each hold of a batch, whatever the others ask', async () => {
    const { jobs, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const voided = randomUUID();
    await jobs.placeHold({ holdId: voided, workspaceId, millicredits: 10 });
    await jobs.settleHolds({ settlements: [{ holdId: voided, chargeMillicredits: 0 }] });
    const twice = randomUUID();

    const answers = await Promise.allSettled([
      jobs.placeHold({ holdId: randomUUID(), workspaceId, millicredits: 5_000 }),
      jobs.placeHold({ holdId: twice, workspaceId, millicredits: 600 }),
      jobs.placeHold({ holdId: twice, workspaceId, millicredits: 600 }),
      jobs.placeHold({ holdId: twice, workspaceId, millicredits: 601 }),
      jobs.placeHold({ holdId: voided, workspaceId, millicredits: 10 }),
      jobs.placeHold({ holdId: randomUUID(), workspaceId, millicredits: 400 }),
    ]);

    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.outcome : answer.reason.code)),
    ).toEqual([Outcome.INSUFFICIENT, Outcome.HELD, Outcome.HELD, 'internal_error', Outcome.RESOLVED, Outcome.HELD]);
  });

  it('refuses an id that stands for a hold of another workspace', async () => {
    const { jobs, createWorkspace } = await startBilling();
    const [mine, theirs] = await Promise.all([createWorkspace(1_000), createWorkspace(1_000)]);
    const holdId = randomUUID();
    await jobs.placeHold({ holdId, workspaceId: mine.id, millicredits: 400 });

    await expect(jobs.placeHold({ holdId, workspaceId: theirs.id, millicredits: 400 })).rejects.toMatchObject({
      code: 'internal_error',
    });
  });

  it('does not know an unknown workspace', async () => {
    const { jobs } = await startBilling();
    await expect(
      jobs.placeHold({ holdId: randomUUID(), workspaceId: 'ws_nobody', millicredits: 1 }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names what is wrong with an id or an amount', async () => {
    const { jobs } = await startBilling();
    const holdId = randomUUID();
    for (const [hold, path] of [
      [{ holdId: 'h1', millicredits: 1 }, 'hold_id'],
      [{ holdId, millicredits: 0 }, 'millicredits'],
      [{ holdId, millicredits: -1 }, 'millicredits'],
      [{ holdId, millicredits: 9_000_000_000_000_001 }, 'millicredits'],
    ] as const) {
      await expect(jobs.placeHold({ ...hold, workspaceId: 'ws_any' })).rejects.toMatchObject({
        code: 'validation_error',
        details: { errors: [{ path }] },
      });
    }
  });
});
