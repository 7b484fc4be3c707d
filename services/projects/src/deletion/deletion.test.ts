import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, type Deletion, decideDeletion, isRetryable, MAX_FAILURES, startDeletion } from './deletion.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

const asked: Deletion = {
  ...startDeletion(
    { id: 'pdel_1', workspaceId: 'ws_1', projectId: 'proj_1', projectName: 'Kinases', mode: 'unassign' },
    now,
  ),
  seq: 1,
};
const cause = dependencyUnavailable(new Error('secret'));

/** Returns the deletion after these commands; commands that change nothing are skipped. */
function after(deletion: Deletion, ...commands: Command['type'][]): Deletion {
  return commands.reduce((known, type) => decideDeletion(known, { type, cause } as Command, now) ?? known, deletion);
}

describe('a deletion', () => {
  it('begins, makes progress, and completes', () => {
    const ended = after(asked, 'begin', ...Array<'progress'>(10_000).fill('progress'), 'complete');
    expect(ended).toMatchObject({ status: 'completed', attemptCount: 1, startedAt: now, completedAt: now });
    expect(ended.error).toBeUndefined();
  });

  it('waits longer after each consecutive failure, has a public error text, and fails at the fifth', () => {
    let deletion = asked;
    const delays: number[] = [];
    for (let i = 1; i < MAX_FAILURES; i++) {
      deletion = after(deletion, 'begin', 'fail');
      expect(deletion).toMatchObject({ status: 'pending', attemptCount: i, error: cause.message });
      delays.push(deletion.nextAttemptAt!.getTime() - now.getTime());
    }
    expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b));
    deletion = after(deletion, 'begin', 'fail');
    expect(deletion).toMatchObject({ status: 'failed', attemptCount: 5, nextAttemptAt: undefined });
    expect(isRetryable(deletion)).toBe(true);
  });

  it('resets its failures after progress', () => {
    const deletion = after(asked, 'begin', 'fail', 'begin', 'fail', 'begin', 'progress');
    expect(deletion).toMatchObject({ failures: 0, attemptCount: 3, error: undefined });
    expect(after(deletion, 'fail').status).toBe('pending');
  });

  it('can be retried only when it has failed', () => {
    for (const known of [asked, after(asked, 'begin'), after(asked, 'begin', 'complete')]) {
      expect(() => decideDeletion(known, { type: 'retry' }, now)).toThrow('has not failed');
    }
    const failed = { ...asked, status: 'failed' as const, failures: 5, attemptCount: 5 };
    expect(decideDeletion(failed, { type: 'retry' }, later(5))).toMatchObject({ status: 'pending', failures: 0 });
  });

  it('never leaves completed or loses an attempt, and has a next time only while it waits', () => {
    const command = fc.constantFrom<Command['type'][]>('begin', 'progress', 'complete', 'fail', 'retry');
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let deletion = asked;
        for (const type of commands) {
          if (type === 'retry' && deletion.status !== 'failed') continue;
          const next = decideDeletion(deletion, { type, cause } as Command, now);
          if (!next) continue;
          expect(deletion.status).not.toBe('completed');
          expect(next.attemptCount).toBe(deletion.attemptCount + (type === 'begin' ? 1 : 0));
          if (next.nextAttemptAt) expect(next.status).toBe('pending');
          expect(next.failures).toBeLessThanOrEqual(MAX_FAILURES);
          expect(next.completedAt !== undefined).toBe(next.status === 'completed');
          deletion = next;
        }
      }),
    );
  });
});
