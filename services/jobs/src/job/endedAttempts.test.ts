import { describe, expect, it } from 'vitest';
import { withCurrentEnded } from './endedAttempts.ts';
import type { Job } from './job.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const running = { status: 'PROCESSING', attempt: 21 } as Job;

describe('withCurrentEnded', () => {
  it('appends the current attempt and keeps the last 20', () => {
    const endedAttempts = Array.from({ length: 20 }, (_, i) => {
      return { number: i + 1, endedAt: now.toISOString(), outcome: 'RELEASED' as const };
    });
    const ended = withCurrentEnded({ ...running, endedAttempts }, 'LOST', now, 'x'.repeat(2_000))!;
    expect(ended.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    expect(ended.at(-1)).toMatchObject({ outcome: 'LOST', endedAt: now.toISOString() });
    expect(ended.at(-1)!.error).toHaveLength(500);
  });

  it('appends nothing for a job that waits', () => {
    expect(withCurrentEnded({ ...running, status: 'QUEUED' }, 'CANCELLED', now)).toBeUndefined();
  });
});
