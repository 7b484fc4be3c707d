import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  DISABLED_AFTER_MS,
  type EndpointHealth,
  isSuccess,
  type Outcome,
  QUIET_MS,
  RETRY_FOR_MS,
  recordAttempt,
  replay,
  retryDelayMs,
} from './delivery.ts';

const start = new Date('2026-03-01T12:00:00Z');
const healthy: EndpointHealth = { state: 'enabled', reason: null, failingSince: null, lastFailedAt: null };
const fresh: Delivery = { state: 'pending', requestedAt: start, failures: 0, dueAt: start };
const answered = (status: number): Outcome => ({ status, answer: '', durationMs: 5 });
const failing = fc.oneof(
  fc.constantFrom(301, 302, 307, 400, 404, 429, 500, 503).map(answered),
  fc
    .constantFrom('timeout', 'address_refused', 'connection_failed')
    .map((error): Outcome => ({ error, durationMs: 5 })),
);
const jitter = fc.double({ min: 0, max: 1, noNaN: true });

describe('a delivery', () => {
  it('is retried with growing delays for three days, then given up', () => {
    const history = fc.array(fc.tuple(failing, jitter, fc.integer({ min: 0, max: 15_000 })), {
      minLength: 60,
      maxLength: 60,
    });
    fc.assert(
      fc.property(history, (attempts) => {
        let [delivery, endpoint] = [fresh, healthy];
        let last = start;
        let delay = 0;
        for (const [outcome, random, took] of attempts) {
          if (delivery.state !== 'pending') break;
          expect(delivery.dueAt!.getTime() - start.getTime()).toBeLessThanOrEqual(RETRY_FOR_MS);
          last = new Date(delivery.dueAt!.getTime() + took);
          ({ delivery, endpoint } = recordAttempt(delivery, endpoint, outcome, last, random));
          const next = delivery.dueAt ? delivery.dueAt.getTime() - last.getTime() : delay;
          expect(next).toBeGreaterThanOrEqual(delay * 0.8);
          delay = next;
        }
        expect(delivery).toMatchObject({ state: 'failed', dueAt: null });
        expect(endpoint).toMatchObject({ state: 'enabled', failingSince: expect.any(Date) });
        // The last attempt is at most one longest delay before the end of the three days.
        expect(last.getTime() - start.getTime()).toBeGreaterThan(RETRY_FOR_MS - retryDelayMs(99, 1));
        expect(delivery.failures).toBeGreaterThan(12);
        expect(delivery.failures).toBeLessThan(22);
      }),
    );
  });

  it('is delivered by a status from 200 to 299 only', () => {
    for (let status = 100; status < 600; status++) {
      const { delivery } = recordAttempt(fresh, healthy, answered(status), start, 0.5);
      expect(delivery.state === 'delivered').toBe(status >= 200 && status < 300);
    }
    expect(isSuccess({ error: 'timeout', durationMs: 1 })).toBe(false);
  });

  it('is retried when its receiver asks, at most 8 hours later, and never earlier than without asking', () => {
    const dueAfter = (retryAfterMs: number) => {
      const { delivery } = recordAttempt(fresh, healthy, { ...answered(429), retryAfterMs }, start, 0.5);
      return delivery.dueAt!.getTime() - start.getTime();
    };
    expect([dueAfter(0), dueAfter(90_000), dueAfter(1e12)]).toEqual([5_000, 90_000, 8 * 3_600_000]);
  });

  it('has one attempt when its three days were over before', () => {
    const late = new Date(start.getTime() + 2 * RETRY_FOR_MS);
    expect(recordAttempt(fresh, healthy, answered(500), late, 0.5).delivery.state).toBe('failed');
    expect(recordAttempt(fresh, healthy, answered(200), late, 0.5).delivery.state).toBe('delivered');
  });

  it('has three more days after a replay', () => {
    const now = new Date(start.getTime() + 10 * RETRY_FOR_MS);
    const again = replay({ ...fresh, state: 'failed', failures: 17, dueAt: null }, now);
    expect(again).toEqual({ state: 'pending', requestedAt: now, failures: 0, dueAt: now });
    expect(recordAttempt(again, healthy, answered(500), now, 0.5).delivery.dueAt).toEqual(
      new Date(now.getTime() + 5000),
    );
  });
});

describe('an endpoint', () => {
  it('is disabled at once by a 410', () => {
    const { endpoint, delivery, disabled } = recordAttempt(fresh, healthy, answered(410), start, 0.5);
    expect(endpoint).toEqual({ state: 'disabled', reason: 'gone', failingSince: start, lastFailedAt: start });
    expect(delivery.state).toBe('failed');
    expect(disabled).toBe(true);
  });

  it('is disabled after a week of failures without a success and without a quiet day', () => {
    const step = fc.record({
      ok: fc.boolean(),
      hours: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 40 })),
      outcome: failing,
      random: jitter,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let endpoint = healthy;
        let now = start;
        let since: Date | undefined;
        let last: Date | undefined;
        let mails = 0;
        for (const { ok, hours, outcome, random } of steps) {
          now = new Date(now.getTime() + hours * 3_600_000);
          const before = endpoint;
          const decision = recordAttempt(
            { ...fresh, requestedAt: now },
            endpoint,
            ok ? answered(204) : outcome,
            now,
            random,
          );
          ({ endpoint } = decision);
          if (decision.disabled) mails++;
          if (before.state === 'disabled') {
            expect(endpoint.state).toBe('disabled');
            expect(decision.disabled).toBe(false);
            continue;
          }
          const isQuiet = last !== undefined && now.getTime() - last.getTime() > QUIET_MS;
          since = ok ? undefined : isQuiet ? now : (since ?? now);
          last = ok ? undefined : now;
          const week = since !== undefined && now.getTime() - since.getTime() >= DISABLED_AFTER_MS;
          expect(endpoint.state).toBe(week ? 'disabled' : 'enabled');
        }
        expect(mails).toBe(endpoint.state === 'disabled' ? 1 : 0);
      }),
    );
  });

  it('that is disabled gets no retries', () => {
    const disabled: EndpointHealth = { ...healthy, state: 'disabled', reason: 'requested' };
    expect(recordAttempt(fresh, disabled, answered(500), start, 0.5).delivery.state).toBe('failed');
  });
});
