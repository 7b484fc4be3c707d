import { Fault } from '@rotamer/kit/errors/fault.ts';
import { describe, expect, it } from 'vitest';
import type { Clients } from './clients.ts';
import { creditsGrant } from './creditCommands.ts';

/** A billing service that grants once per id, and whose first response is lost with this error. */
function billingThatLoses(error?: Fault) {
  const granted = new Map<string, number>();
  let lost = error;
  const grantCredits = async ({ grantId, millicredits }: { grantId: string; millicredits: number }) => {
    granted.set(grantId, millicredits);
    if (lost) {
      const failure = lost;
      lost = undefined;
      throw failure;
    }
    return { availableMillicredits: [...granted.values()].reduce((sum, amount) => sum + amount, 0) };
  };
  const run = (more: Record<string, string> = {}) =>
    creditsGrant.run({ workspace: 'ws_1', credits: '5', ...more }, { billing: { grantCredits } } as unknown as Clients);
  return { granted, run };
}

describe('credits grant', () => {
  it('grants once under the operator’s id, also after a lost response', async () => {
    const { granted, run } = billingThatLoses(new Fault('service_unavailable', 'x'));
    const invoice = { 'grant-id': 'invoice-7' };
    await expect(run(invoice)).rejects.toMatchObject({ details: { grant_id: 'invoice-7' } });
    expect(await run(invoice)).toEqual({ available: 5 });
    expect([...granted]).toEqual([['invoice-7', 5_000]]);
  });

  it('returns its generated id when the outcome is unknown, so that a repeat grants once', async () => {
    const { granted, run } = billingThatLoses(new Fault('service_unavailable', 'x'));
    const lost: Fault = await run().then(
      () => expect.fail('the answer was lost'),
      (error) => error,
    );
    const id = String(lost.details?.grant_id);
    expect(lost.resolution).toContain(`--grant-id ${id}`);
    expect(await run({ 'grant-id': id })).toEqual({ available: 5 });
    expect(granted.size).toBe(1);
  });

  it('generates a new id for each grant without an id', async () => {
    const { granted, run } = billingThatLoses();
    await run();
    await run();
    expect(granted.size).toBe(2);
  });

  it('passes on a refusal unchanged, because nothing was granted', async () => {
    const refusal = new Fault('not_found', 'No such workspace.');
    const { run } = billingThatLoses(refusal);
    await expect(run()).rejects.toBe(refusal);
  });
});
