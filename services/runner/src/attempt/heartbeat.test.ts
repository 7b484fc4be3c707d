import { type HeartbeatResponse, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answered,
  BEAT_EVERY_MS,
  decide,
  isGone,
  type LeaseState,
  newLease,
  PROGRESS_EVERY_MS,
  runtimeMs,
  stopFor,
  storeUntil,
  unanswered,
} from './heartbeat.ts';

const WALL_MS = 60_000;
const GRACE_MS = 120_000;
const answer = (more: Partial<HeartbeatResponse> = {}): HeartbeatResponse => ({
  stop: Stop.NONE,
  graceMs: GRACE_MS,
  authorisedMs: undefined,
  ...more,
});
const running = (authorisedMs?: number): LeaseState => ({ ...newLease(0, WALL_MS, authorisedMs), startedAt: 0 });

describe('a lease', () => {
  it('is confirmed every 5 s, and sooner, but at most once a second, when progress changed', () => {
    const quiet = running();
    expect(decide(quiet, BEAT_EVERY_MS - 1)).toMatchObject({ beat: false, againAt: BEAT_EVERY_MS });
    expect(decide(quiet, BEAT_EVERY_MS).beat).toBe(true);
    const moved = { ...quiet, progress: 10 };
    expect(decide(moved, PROGRESS_EVERY_MS - 1)).toMatchObject({ beat: false, againAt: PROGRESS_EVERY_MS });
    expect(decide(moved, PROGRESS_EVERY_MS).beat).toBe(true);
    expect(decide({ ...moved, sentProgress: 10 }, PROGRESS_EVERY_MS).beat).toBe(false);
  });

  it('counts run time from the start of the tool to its end', () => {
    const preparing = newLease(0, WALL_MS, undefined);
    expect(runtimeMs(preparing, 500)).toBe(0);
    expect(runtimeMs({ ...preparing, startedAt: 500 }, 1_700.9)).toBe(1_200);
    expect(runtimeMs({ ...preparing, startedAt: 500, endedAt: 900 }, 9_000)).toBe(400);
  });
});

describe('a result', () => {
  const ended = (wallMs: number, endedAt: number) =>
    storeUntil({ ...newLease(0, wallMs, undefined), startedAt: 1_000, endedAt });

  it('may be stored for up to ten minutes', () => {
    expect(ended(3_600_000, 5_000)).toBe(5_000 + 600_000);
  });

  it('is given up before jobs ends the job a minute after its time limit', () => {
    expect(ended(60_000, 5_000)).toBe(1_000 + 60_000 + 45_000);
    expect(ended(60_000, 63_000)).toBe(1_000 + 60_000 + 45_000);
  });
});

describe('a tool', () => {
  it('is stopped at its time limit, also without responses from jobs', () => {
    expect(decide(running(), WALL_MS - 1).stop).toBeUndefined();
    expect(decide(running(), WALL_MS).stop).toBe('timeout');
    expect(decide(unanswered(running()), WALL_MS).stop).toBe('timeout');
  });

  it('is not stopped before it started or after it ended', () => {
    expect(decide(newLease(0, WALL_MS, 1), WALL_MS * 9).stop).toBeUndefined();
    expect(decide({ ...running(1), endedAt: 0 }, WALL_MS * 9).stop).toBeUndefined();
  });

  it('is stopped at the end of its authorised time, which responses extend', () => {
    expect(decide(running(10_000), 9_999)).toMatchObject({ stop: undefined, againAt: 10_000 });
    expect(decide(running(10_000), 10_000).stop).toBe('budget');
    const extended = answered(running(10_000), answer({ authorisedMs: 20_000 }), 9_000);
    expect(decide(extended, 10_000).stop).toBeUndefined();
    expect(decide(extended, 20_000).stop).toBe('budget');
  });

  it('continues past its authorised time without responses, but only for the given grace', () => {
    const alone = unanswered(answered(running(10_000), answer({ graceMs: 30_000 }), 5_000));
    expect(decide(alone, 39_999).stop).toBeUndefined();
    expect(decide(alone, 40_000).stop).toBe('budget');
    expect(decide(answered(alone, answer(), 12_000), 12_000).stop).toBe('budget');
  });

  it.each([
    [Stop.BUDGET, 'budget'],
    [Stop.TIMEOUT, 'timeout'],
    [Stop.CANCELLED, 'cancelled'],
    [Stop.LOST, 'lost'],
  ])('applies the directive %s', (stop, reason) => {
    expect(decide(answered(running(), answer({ stop }), 1), 1).stop).toBe(reason);
  });

  it('is stopped for the first reason, unless the lease is gone', () => {
    const draining = stopFor(running(), 'draining');
    expect(decide(draining, 1).stop).toBe('draining');
    expect(decide(stopFor(draining, 'timeout'), 1).stop).toBe('draining');
    expect(decide(stopFor(draining, 'lost'), 1).stop).toBe('lost');
  });
});

const event = fc.oneof(
  fc.record({ kind: fc.constant('silence' as const), afterMs: fc.nat(20_000) }),
  fc.record({
    kind: fc.constant('answer' as const),
    afterMs: fc.nat(20_000),
    stop: fc.constantFrom(...Object.values(Stop)),
    authorisedMs: fc.option(fc.nat(100_000), { nil: undefined }),
    graceMs: fc.nat(GRACE_MS),
  }),
);

describe('for any responses of jobs', () => {
  it('a reason to stop stays, unless the lease is lost', () => {
    fc.assert(
      fc.property(fc.array(event), fc.nat(100_000), (events, authorisedMs) => {
        let state = running(authorisedMs);
        let now = 0;
        for (const next of events) {
          now += next.afterMs;
          const before = decide(state, now).stop;
          state = { ...state, stop: before };
          state = next.kind === 'silence' ? unanswered(state) : answered(state, next, now);
          const after = decide(state, now).stop;
          if (before !== undefined && after !== before) expect(isGone(after)).toBe(true);
        }
      }),
    );
  });

  it('a tool runs no longer than its time limit, nor than authorised time plus grace', () => {
    fc.assert(
      fc.property(fc.array(event), fc.nat(100_000), (events, authorisedMs) => {
        let state = running(authorisedMs);
        let now = 0;
        let most = authorisedMs;
        for (const next of events) {
          now += next.afterMs;
          if (next.kind === 'answer') most = Math.max(most, next.authorisedMs ?? 0);
          state = next.kind === 'silence' ? unanswered(state) : answered(state, next, now);
          if (runtimeMs(state, now) >= Math.min(WALL_MS, most + GRACE_MS)) {
            expect(decide(state, now).stop).toBeDefined();
          }
        }
      }),
    );
  });

  it('the next decision is never late for a heartbeat or a limit', () => {
    fc.assert(
      fc.property(fc.nat(70_000), fc.nat(100_000), fc.nat(100), (now, authorisedMs, progress) => {
        const state = { ...running(authorisedMs), sentAt: now, progress };
        const { againAt } = decide(state, now);
        expect(againAt).toBeGreaterThan(now);
        expect(againAt).toBeLessThanOrEqual(now + PROGRESS_EVERY_MS);
        for (const limit of [WALL_MS, authorisedMs]) if (limit > now) expect(againAt).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
