import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideExpiry, LEASE_MS, type LeaseState } from './leases.ts';

const at = (ms: number) => new Date(ms);
const lease = (over: Partial<LeaseState> = {}): LeaseState => ({
  id: 'job_1',
  attempt: 1,
  expiresAt: at(LEASE_MS),
  claimedAt: at(0),
  startedAt: at(0),
  wallLimitMs: 60_000,
  ...over,
});

const expiredAt = (now: number, state: LeaseState) => decideExpiry({ last: at(now - 1_000) }, [state], at(now));

describe('a lease is over', () => {
  it('when it was not renewed in time', () => {
    expect(expiredAt(15_000, lease())).toEqual({ renewAll: false, expired: [] });
    expect(expiredAt(15_001, lease())).toMatchObject({ expired: [{ attempt: 1, why: 'lease' }] });
  });

  it('when the tool did not start within ten minutes of the claim', () => {
    const waiting = lease({ startedAt: undefined, expiresAt: at(1e9) });
    expect(expiredAt(600_000, waiting)).toMatchObject({ expired: [] });
    expect(expiredAt(600_001, waiting)).toMatchObject({ expired: [{ why: 'start' }] });
  });

  it('when the tool overran its limit by a minute without a report', () => {
    const overrun = lease({ expiresAt: at(1e9), runtimeMs: 60_000 });
    expect(expiredAt(120_000, overrun)).toMatchObject({ expired: [] });
    expect(expiredAt(120_001, overrun)).toMatchObject({ expired: [{ why: 'wall' }] });
  });

  it('a minute after the time limit, as a missing report if the tool had not reached the limit', () => {
    for (const runtimeMs of [undefined, 0, 59_999]) {
      const silent = lease({ expiresAt: at(1e9), runtimeMs });
      expect(expiredAt(120_001, silent)).toMatchObject({ expired: [{ why: 'report' }] });
    }
  });

  it('not before its runner had a minute to start or report after an outage', () => {
    const back = at(1_000_000);
    const states = [
      lease({ expiresAt: at(1e9), runtimeMs: 60_000 }),
      lease({ expiresAt: at(1e9), startedAt: undefined }),
    ];
    const expired = (now: number) => decideExpiry({ last: at(now - 1_000), renewedAll: back }, states, at(now));
    expect(expired(1_060_000)).toEqual({ renewAll: false, expired: [] });
    expect(expired(1_060_001)).toMatchObject({ expired: [{ why: 'wall' }, { why: 'start' }] });
  });

  it('never in the pass after a gap, which renews all leases', () => {
    expect(decideExpiry({ last: at(0) }, [lease()], at(60_000))).toEqual({ renewAll: true });
  });
});

/**
 * A simulation in virtual time, in steps of a second: runners send heartbeats every five seconds while the service is
 * up, some stop, and the service goes down and comes back.
 */
function simulate(steps: { up: boolean; silenced: boolean[] }[]) {
  const runners = steps[0]!.silenced.map(() => ({ lease: lease({ wallLimitMs: 1e9 }), silentSince: -1, lost: false }));
  let lastPass = at(0);
  let upSince = 0;
  for (const [second, { up, silenced }] of steps.entries()) {
    const now = second * 1_000;
    if (!up) {
      upSince = second + 1;
      continue;
    }
    for (const [i, runner] of runners.entries()) {
      if (silenced[i] && runner.silentSince < 0) runner.silentSince = second;
      const beats = runner.silentSince < 0 && (second % 5 === i % 5 || upSince === second);
      if (beats && !runner.lost) runner.lease = { ...runner.lease, expiresAt: at(now + LEASE_MS) };
    }
    const verdict = decideExpiry(
      { last: lastPass },
      runners.filter(({ lost }) => !lost).map((runner, i) => ({ ...runner.lease, id: String(i) })),
      at(now),
    );
    lastPass = at(now);
    const held = runners.filter(({ lost }) => !lost);
    if (verdict.renewAll) for (const runner of held) runner.lease = { ...runner.lease, expiresAt: at(now + LEASE_MS) };
    else for (const { id } of verdict.expired) held[Number(id)]!.lost = true;
  }
  return { runners, upFor: steps.length - upSince };
}

describe('over any history of outages and silent runners', () => {
  it('a runner keeps its lease by heartbeats, and a silent one loses it soon after an outage', () => {
    const step = fc.record({
      up: fc.boolean(),
      silenced: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      seconds: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (phases) => {
        const steps = phases.flatMap(({ up, silenced, seconds }) =>
          Array.from({ length: seconds }, () => ({ up, silenced })),
        );
        const { runners, upFor } = simulate(steps);
        for (const { lost, silentSince } of runners) {
          if (silentSince < 0) expect(lost).toBe(false);
          else if (upFor > 20 && steps.length - silentSince > 20) expect(lost).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
