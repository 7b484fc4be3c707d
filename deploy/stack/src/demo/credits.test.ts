import { describe, expect, it } from 'vitest';
import { reportCredits } from './credits.ts';
import type { Job } from './resources.ts';
import type { Screen } from './screen.ts';

const silent: Screen = { heading: () => {}, line: () => {}, progress: () => {}, text: () => {} };

function job(reserved: number, refunded: number, final: number): Job {
  return {
    id: 'job_1',
    status: 'COMPLETED',
    progress: 100,
    execution_time_seconds: 1,
    error: null,
    created_at: '2026-01-01T00:00:00Z',
    billing: {
      reserved_credits: reserved,
      refund_credits: refunded,
      final_credits: final,
      billable_runtime_seconds: null,
      outcome: 'charged',
      finalized_at: '2026-01-01T00:00:01Z',
    },
  };
}

describe('the credits of the demo', () => {
  const jobs = [job(1, 0, 1), job(3, 2.659, 0.341)];

  it('add up to the millicredit despite binary fractions', () => {
    expect(reportCredits(silent, jobs, 10_000, 9998.659)).toBe(true);
  });

  it('do not when a millicredit is missing from the account', () => {
    expect(reportCredits(silent, jobs, 10_000, 9998.658)).toBe(false);
  });

  it('do not when a refund and a charge do not make the reservation', () => {
    expect(reportCredits(silent, [job(3, 2, 0.5)], 10_000, 9999.5)).toBe(false);
  });
});
