import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { BillingMode, BillingOutcome, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyStream, giveUpWaiting, offer, type Showing, take } from './stream.ts';

/** The versions of one job in the order in which they happened: active states, then perhaps a terminal state and its settlement. */
const history = fc
  .record({ active: fc.integer({ min: 1, max: 8 }), ends: fc.boolean(), settles: fc.boolean() })
  .map(({ active, ends, settles }) => {
    const statuses: JobStatus[] = Array(active).fill(JobStatus.PROCESSING);
    if (ends) statuses.push(JobStatus.COMPLETED);
    if (ends && settles) statuses.push(JobStatus.COMPLETED);
    return statuses.map((status, version) => testJob({ status, version }));
  });

/** Events of a stream: a version arrives (in any order, any number of times), or the client reads. */
const steps = fc.array(fc.oneof(fc.nat(9), fc.constant('read' as const)), { maxLength: 60 });

function play(jobs: Awaited<ReturnType<typeof testJob>>[], todo: (number | 'read')[]): Showing[] {
  let state = emptyStream;
  const shown: Showing[] = [];
  for (const step of todo) {
    if (step === 'read') {
      const showing = take(state);
      state = showing.state;
      if (showing.status) shown.push(showing);
    } else {
      state = offer(state, jobs[step % jobs.length]!);
    }
  }
  return shown;
}

describe('a stream, for any order of arrivals and reads', () => {
  it('shows versions in ascending order', () => {
    fc.assert(
      fc.property(history, steps, (jobs, todo) => {
        const versions = play(jobs, todo).map(({ status }) => status!.version);
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      }),
    );
  });

  it('shows a terminal state last and once, as both events', () => {
    fc.assert(
      fc.property(history, steps, (jobs, todo) => {
        const shown = play(jobs, todo);
        shown.forEach(({ status, terminal, state }, i) => {
          expect(terminal !== undefined).toBe(isTerminal(status!.status));
          expect(state.ended).toBe(terminal !== undefined);
          if (terminal) expect([terminal, i]).toEqual([status, shown.length - 1]);
        });
      }),
    );
  });

  it('shows the newest state that arrived, once the client reads', () => {
    fc.assert(
      fc.property(history, steps, (jobs, todo) => {
        const shown = play(jobs, [...todo, 'read']).at(-1)?.status;
        const arrived = todo.filter((step) => step !== 'read').map((step) => step % jobs.length);
        const newest = Math.max(-1, ...arrived);
        // A settlement that arrives after the terminal state is not shown, because the stream is closed by then.
        if (newest >= 0 && !isTerminal(jobs[newest]!.status)) expect(shown).toBe(jobs[newest]);
        if (newest >= 0 && isTerminal(jobs[newest]!.status)) expect(isTerminal(shown!.status)).toBe(true);
      }),
    );
  });

  it('holds one state while the client does not read', () => {
    fc.assert(
      fc.property(history, (jobs) => {
        const state = jobs.reduce(offer, emptyStream);
        expect(state.waiting).toBe(jobs.at(-1));
      }),
    );
  });
});

describe('a job that costs something', () => {
  const billing = { mode: BillingMode.FIXED, outcome: BillingOutcome.UNSPECIFIED, reservedMillicredits: 1_000 };
  const ended = testJob({ status: JobStatus.COMPLETED, version: 2, billing });
  const settled = testJob({
    status: JobStatus.COMPLETED,
    version: 3,
    billing: { ...billing, finalMillicredits: 1_000, finalizedAt: new Date() },
  });

  it('ends its stream with its final cost', () => {
    const first = take(offer(emptyStream, ended));
    expect([first.status, first.terminal, first.state.ended]).toEqual([ended, undefined, false]);
    const last = take(offer(first.state, settled));
    expect([last.status, last.terminal, last.state.ended]).toEqual([settled, settled, true]);
  });

  it('ends its stream without the final cost when the settlement takes too long', () => {
    const { state } = take(offer(emptyStream, ended));
    const last = giveUpWaiting(state);
    expect([last.status, last.terminal, last.state.ended]).toEqual([undefined, ended, true]);
    expect(giveUpWaiting(last.state)).toEqual({ state: last.state });
  });
});
