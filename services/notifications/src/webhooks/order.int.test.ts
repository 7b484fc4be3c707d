import { newId } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome } from './delivery.ts';
import { recordOutcome } from './recordOutcome.ts';
import { webhookWorld } from './testing/webhookWorld.ts';
import { type ClaimedDelivery, claimDeliveries } from './work/claimDeliveries.ts';

type Step =
  | { do: 'publish'; resources: number[] }
  | { do: 'attempt'; outcomes: ('ok' | 'fails' | 'dies')[] }
  | { do: 'wait'; hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), resources: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }) }),
  fc.record({
    do: fc.constant('attempt' as const),
    outcomes: fc.array(fc.constantFrom('ok' as const, 'fails' as const, 'dies' as const), {
      minLength: 8,
      maxLength: 8,
    }),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);

it('each resource has one event under way, in the order of the feed, for any history of attempts', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const world = await webhookWorld({ clock: () => now });
  const deps = { ...world.deps, random: () => 0.5 };
  const leaseMs = 60_000;

  /** Claims what is due, and ends each attempt as the history says. Returns what was claimed. */
  async function attempt(outcomes: readonly string[]): Promise<ClaimedDelivery[]> {
    const claimed = await claimDeliveries(world.db, { busy: [], limit: 100, now, leaseMs });
    for (const [n, { delivery }] of claimed.entries()) {
      const end = outcomes[n % outcomes.length];
      const outcome: Outcome = { status: end === 'ok' ? 204 : 500, durationMs: 1 };
      // The lease of a process that died ends later, and its delivery is claimed again.
      if (end !== 'dies') await recordOutcome(deps, delivery, outcome, { startedAt: now, now });
    }
    return claimed;
  }

  const history = async (steps: readonly Step[]) => {
    await world.db.query('delete from webhook_endpoints');
    await world.endpoint('http://127.0.0.1:8099/');
    const run = newId('job', now);
    const published: string[] = [];
    const sent: { id: string; resourceId: string }[] = [];
    for (const one of steps) {
      if (one.do === 'wait') now = new Date(now.getTime() + one.hours * 3_600_000);
      if (one.do === 'publish') {
        const events = await world.publish(...one.resources.map((n) => ({ resourceId: `${run}-${n}` })));
        published.push(...events.map(({ id }) => id));
      }
      if (one.do !== 'attempt') continue;
      const claimed = await attempt(one.outcomes);
      const resources = claimed.map(({ delivery }) => delivery.resourceId);
      expect(new Set(resources).size).toBe(resources.length);
      sent.push(...claimed.map(({ delivery: { eventId: id, resourceId } }) => ({ id, resourceId })));
    }
    // A receiver that works again gets everything that was not given up.
    for (let round = 0; (await world.states()).pending; round++) {
      expect(round).toBeLessThan(published.length * 2 + 2);
      now = new Date(Math.max(now.getTime(), (await world.nextDue()).getTime()));
      const claimed = await attempt(['ok']);
      sent.push(...claimed.map(({ delivery: { eventId: id, resourceId } }) => ({ id, resourceId })));
    }
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(published));
    for (const all of Map.groupBy(sent, ({ resourceId }) => resourceId).values()) {
      const order = all.map(({ id }) => published.indexOf(id));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), history), { numRuns: long ? 100 : 12 });
});
