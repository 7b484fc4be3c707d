import { describe, expect, it } from 'vitest';
import { createJobPhases } from './jobPhases.ts';

const never = new AbortController().signal;

describe('a wait for a phase of a Job', () => {
  it('returns an earlier or a later phase, but only of that Job', async () => {
    const phases = createJobPhases();
    phases.note('a', { at: 'running' });
    expect(await phases.until('a', ['running', 'gone'], never)).toEqual({ at: 'running' });
    const ended = phases.until('a', ['succeeded', 'failed'], never);
    phases.note('b', { at: 'succeeded' });
    phases.note('a', { at: 'failed', reason: 'DeadlineExceeded' });
    expect(await ended).toEqual({ at: 'failed', reason: 'DeadlineExceeded' });
  });

  it('returns that the Job is gone, and forgets the Job', async () => {
    const phases = createJobPhases();
    phases.note('a', { at: 'running' });
    const gone = phases.until('a', ['gone'], never);
    phases.note('a', { at: 'gone' });
    expect(await gone).toEqual({ at: 'gone' });
    expect(phases.phase('a')).toBeUndefined();
  });

  it('ends when its signal is aborted', async () => {
    const phases = createJobPhases();
    const leaving = new AbortController();
    const waiting = phases.until('a', ['running'], leaving.signal);
    leaving.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    await expect(phases.until('a', ['running'], leaving.signal)).rejects.toThrow('too late');
  });
});
