import type { Fault } from '@rotamer/kit/errors/fault.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alreadyEndedBy, type Command, decideJob } from './decideJob.ts';
import { isTerminal, type Job, type Move, moves, type Status } from './job.ts';

const t0 = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(t0.getTime() + ms);

const STATUSES: Status[] = [
  'PENDING',
  'QUEUED',
  'PROCESSING',
  'RETRY',
  'COMPLETED',
  'FAILED',
  'TIMEOUT',
  'CANCELLED',
  'BUDGET_EXCEEDED',
];

const ENDS = STATUSES.filter(isTerminal);

function aJob(over: Partial<Job> = {}): Job {
  return {
    id: 'job_00000000000000000000000000',
    workspaceId: 'ws_1',
    status: 'QUEUED',
    version: 1,
    projectSeq: 0,
    tool: 'conformer-generation',
    toolVersion: '1.0.0',
    createdBy: 'usr_1',
    wallLimitMs: 1_800_000,
    attempt: 0,
    failures: 0,
    statusSince: t0,
    traceparent: '',
    billing: {
      mode: 'metered_runtime',
      holdId: 'hold-1',
      reservedMillicredits: 3_000,
      firstReservedMillicredits: 3_000,
      capMillicredits: 90_000,
      rateMillicreditsPerMinute: 3_000,
    },
    ...over,
  };
}

const running = (over: Partial<Job> = {}) =>
  aJob({ status: 'PROCESSING', attempt: 2, claimedAt: t0, startedAt: t0, runtimeMs: 0, ...over });

/**
 * The commands that make each move. The move `stop` is omitted: the commands `stop` and `end` make it, and they also
 * cancel waiting jobs.
 */
const commandOf: Record<Exclude<Move, 'claim' | 'stop'>, Command> = {
  offer: { type: 'offer' },
  unoffer: { type: 'unoffer', reason: 'nobody' },
  giveUp: { type: 'giveUp' },
  cancel: { type: 'cancel' },
  report: { type: 'report', attempt: 2, outcome: 'COMPLETED', runtimeMs: 10 },
  lose: { type: 'lose', attempt: 2, error: 'gone' },
  handBack: { type: 'handBack', attempt: 2 },
};

describe('the table of moves', () => {
  for (const [move, command] of Object.entries(commandOf)) {
    for (const status of STATUSES) {
      const { from, to } = moves[move as Move];
      const allowed = (from as readonly Status[]).includes(status);
      it(`${move} from ${status} is ${allowed ? 'made' : 'not made'}`, () => {
        const job = aJob({ status, attempt: 2, startedAt: status === 'PROCESSING' ? t0 : undefined });
        const decide = () => decideJob(job, command, later(20));
        if (allowed) {
          expect(to as readonly Status[]).toContain(decide()!.job.status);
          expect(decide()!.job.version).toBe(2);
        } else if ('attempt' in command) expect(decide()).toBeUndefined();
        else expect(decide).toThrow(expect.objectContaining({ code: 'conflict', details: { current_status: status } }));
      });
    }
  }
});

describe('a user who stops a job', () => {
  const fixed = { mode: 'fixed', holdId: 'h', reservedMillicredits: 1_000, firstReservedMillicredits: 1_000 } as const;

  it('cancels a job without results in any active status, and is refused when it has ended', () => {
    for (const status of STATUSES) {
      const job = aJob({ status, attempt: 2 });
      const stop = () => decideJob(job, { type: 'stop' }, later(20));
      if (!isTerminal(status)) expect(stop()!.job).toMatchObject({ status: 'CANCELLED', completedAt: later(20) });
      else expect(stop).toThrow(expect.objectContaining({ code: 'conflict', details: { current_status: status } }));
    }
  });

  it('pays a fixed price if the tool has started, and nothing otherwise', () => {
    const chargeOf = (job: Job) => decideJob(job, { type: 'stop' }, later(20))!.job.billing!.chargeMillicredits;
    expect(chargeOf(running({ billing: fixed }))).toBe(1_000);
    expect(chargeOf(running({ billing: fixed, startedAt: undefined }))).toBe(0);
    for (const status of ['PENDING', 'QUEUED', 'RETRY'] as const)
      expect(chargeOf(aJob({ status, billing: fixed }))).toBe(0);
    const ended = decideJob(running({ billing: fixed }), { type: 'end' }, later(20))!.job;
    expect(ended.billing!.chargeMillicredits).toBe(0);
  });

  it('lets the runner of a metered job report its results, once', () => {
    const stopping = decideJob(running(), { type: 'stop' }, later(20))!;
    expect(stopping).toMatchObject({
      event: JobEventType.CHANGED,
      job: { status: 'PROCESSING', stoppingAt: later(20) },
    });
    expect(decideJob(stopping.job, { type: 'stop' }, later(30))).toBeUndefined();
    const report = {
      type: 'report',
      attempt: 2,
      outcome: 'BUDGET_EXCEEDED',
      error: 'its budget',
      runtimeMs: 40,
    } as const;
    const { job } = decideJob(stopping.job, report, later(50))!;
    expect(job).toMatchObject({ status: 'BUDGET_EXCEEDED', error: expect.stringContaining('stopped by a user') });
    expect(() => decideJob(job, { type: 'stop' }, later(60))).toThrow(/BUDGET_EXCEEDED/);
    expect(decideJob(stopping.job, { ...report, outcome: 'COMPLETED' }, later(50))!.job.status).toBe('COMPLETED');
  });

  it('ends a job whose attempt is lost or released meanwhile, without a charge or another attempt', () => {
    const stopping = running({ stoppingAt: later(10), runtimeMs: 9 });
    for (const command of [commandOf.lose, commandOf.handBack]) {
      const { job } = decideJob(stopping, command, later(20))!;
      expect(job).toMatchObject({ status: 'CANCELLED', billing: { chargeMillicredits: 0, billableRuntimeMs: 0 } });
    }
  });

  it('pays for a metered job’s runtime until the stop, at most its hold and what the runner measured', () => {
    fc.assert(
      fc.property(
        fc.nat(200_000),
        fc.nat(200_000),
        fc.nat(8_000),
        fc.integer({ min: 1, max: 10_000 }),
        (ran, at, more, held) => {
          const job = running({ billing: { ...aJob().billing!, reservedMillicredits: held } });
          const stopping = decideJob(job, { type: 'stop' }, later(at))!.job;
          const end = {
            type: 'report',
            attempt: 2,
            outcome: 'BUDGET_EXCEEDED',
            runtimeMs: Math.min(ran, at + more),
          } as const;
          const { billing } = decideJob(stopping, end, later(at + more))!.job;
          const paidMs = Math.min(ran, at, Math.floor((held * 60_000) / 3_000));
          expect(billing!.chargeMillicredits).toBe(Math.min(held, Math.floor((paidMs * 3_000) / 60_000)));
        },
      ),
    );
  });
});

describe('the owner of a job', () => {
  it('ends it in any active status, and does not change an ended one', () => {
    for (const status of STATUSES) {
      const job = aJob({ status, attempt: 2, startedAt: status === 'PROCESSING' ? t0 : undefined });
      const decision = decideJob(job, { type: 'end' }, later(20));
      if (isTerminal(status)) expect(decision).toBeUndefined();
      else expect(decision!.job).toMatchObject({ status: 'CANCELLED', completedAt: later(20) });
    }
  });
});

describe('the deletion of a project', () => {
  it('ends its jobs, and does not change a job that was moved to another project', () => {
    const end = { type: 'end', projectId: 'proj_1' } as const;
    expect(decideJob(aJob({ projectId: 'proj_1' }), end, later(20))?.job.status).toBe('CANCELLED');
    for (const projectId of ['proj_2', undefined]) {
      expect(decideJob(aJob({ projectId }), end, later(20))).toBeUndefined();
    }
  });
});

describe('an attempt', () => {
  it('reports only its own manifest', () => {
    const own = { key: 'artifacts/ws_1/job_1/2/manifest.json', sha256: 'ab'.repeat(32), size: 10 };
    const job = running({ workspaceId: 'ws_1', id: 'job_1' });
    const report = (manifest: typeof own) =>
      decideJob(job, { type: 'report', attempt: 2, outcome: 'COMPLETED', runtimeMs: 10, manifest }, later(20));
    expect(report(own)!.job.manifest).toEqual(own);
    const others = ['ws_1/job_1/1', 'ws_1/job_2/2', 'ws_2/job_1/2', 'ws_1/job_1/2/..'];
    for (const other of others) {
      expect(() => report({ ...own, key: `artifacts/${other}/manifest.json` })).toThrow(/manifest.key/);
    }
    expect(() => report({ ...own, sha256: 'AB'.repeat(32) })).toThrow(/manifest.sha256/);
    expect(() => report({ ...own, size: 0 })).toThrow(/manifest.size/);
  });

  it('reports runtime within the database’s clock, and progress from 0 to 100', () => {
    const wild = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: -10, max: 200_000 }),
      fc.constant(2 ** 53),
      fc.double(),
    );
    fc.assert(
      fc.property(
        wild,
        fc.option(wild, { nil: undefined }),
        fc.nat(100_000),
        fc.boolean(),
        (runtimeMs, progress, ms, end) => {
          const job = running();
          const command = end
            ? ({ type: 'report', attempt: 2, outcome: 'COMPLETED', runtimeMs } as const)
            : ({ type: 'progress', attempt: 2, runtimeMs, progress } as const);
          const after = apply(job, command, later(ms));
          expect(after.runtimeMs).toBeGreaterThanOrEqual(0);
          expect(after.runtimeMs).toBeLessThanOrEqual(ms);
          if (after.progress !== undefined)
            expect(after.progress).toSatisfy((n: number) => n >= 0 && n <= 100 && n % 1 === 0);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is not refused when its clock runs slightly ahead', () => {
    fc.assert(
      fc.property(fc.nat(86_400_000), fc.double({ min: 0, max: 0.005, noNaN: true }), (ms, drift) => {
        const runtimeMs = Math.floor(ms * (1 + drift)) + 5_000;
        const report = { type: 'report', attempt: 2, outcome: 'COMPLETED', runtimeMs } as const;
        expect(decideJob(running(), report, later(ms))!.job).toMatchObject({ status: 'COMPLETED', runtimeMs: ms });
      }),
    );
  });

  it('begins its billable time once, with Started', () => {
    const started = decideJob(running({ startedAt: undefined }), { type: 'start', attempt: 2 }, later(500))!.job;
    expect(started.startedAt).toEqual(later(500));
    expect(decideJob(started, { type: 'start', attempt: 2 }, later(900))).toBeUndefined();
  });

  it('publishes only increasing progress', () => {
    const half = decideJob(running(), { type: 'progress', attempt: 2, progress: 50, runtimeMs: 5 }, t0)!;
    expect(half.event).toBe(JobEventType.PROGRESSED);
    expect(decideJob(half.job, { type: 'progress', attempt: 2, progress: 49, runtimeMs: 6 }, t0)).toBeUndefined();
  });

  it('ends the job; a repeated report is recognised, one of an old attempt is not', () => {
    const done = decideJob(running(), commandOf.report, later(20))!.job;
    expect(decideJob(done, commandOf.report, later(30))).toBeUndefined();
    expect(alreadyEndedBy(done, 2)).toBe(true);
    expect(alreadyEndedBy(done, 1)).toBe(false);
  });

  it('is retried 2 s and 10 s after a loss; the third loss fails the job without a charge', () => {
    const first = decideJob(running(), { type: 'lose', attempt: 2, error: 'gone' }, t0)!.job;
    expect(first).toMatchObject({ status: 'RETRY', failures: 1, nextAttemptAt: later(2_000) });
    const second = decideJob({ ...running(), failures: 1 }, { type: 'lose', attempt: 2, error: 'gone' }, t0)!.job;
    expect(second).toMatchObject({ status: 'RETRY', failures: 2, nextAttemptAt: later(10_000) });
    const third = decideJob({ ...running(), failures: 2 }, { type: 'lose', attempt: 2, error: 'gone' }, later(90_000))!;
    expect(third.job).toMatchObject({
      status: 'FAILED',
      failures: 3,
      error: 'gone',
      billing: { chargeMillicredits: 0 },
    });
  });

  it('released by a draining runner does not count as a failure and is claimable at once', () => {
    const back = decideJob(running(), { type: 'handBack', attempt: 2 }, t0)!.job;
    expect(back).toMatchObject({ status: 'RETRY', failures: 0, nextAttemptAt: undefined, startedAt: undefined });
  });
});

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.constantFrom<Command>(
    { type: 'offer' },
    { type: 'unoffer', reason: 'nobody' },
    { type: 'giveUp' },
    { type: 'cancel' },
    { type: 'stop' },
    { type: 'end' },
    { type: 'tryNow' },
    { type: 'settle', finalMillicredits: 0, outcome: 'refunded' },
  ),
  fc.record({ type: fc.constant('start' as const), attempt: fc.nat(3) }),
  fc.record({
    type: fc.constant('progress' as const),
    attempt: fc.nat(3),
    progress: fc.nat(100),
    runtimeMs: fc.nat(100_000),
  }),
  fc.record({ type: fc.constant('extend' as const), reservedMillicredits: fc.nat(90_000) }),
  fc.record({
    type: fc.constant('report' as const),
    attempt: fc.nat(3),
    outcome: fc.constantFrom('COMPLETED' as const, 'FAILED' as const, 'TIMEOUT' as const, 'BUDGET_EXCEEDED' as const),
    runtimeMs: fc.nat(10_000_000),
  }),
  fc.record({ type: fc.constant('lose' as const), attempt: fc.nat(3), error: fc.constant('gone') }),
  fc.record({ type: fc.constant('handBack' as const), attempt: fc.nat(3) }),
);

/** Applies a claim, as functions/claimJobs.sql does. */
function claimed(job: Job): Job {
  return {
    ...job,
    status: 'PROCESSING',
    version: job.version + 1,
    attempt: job.attempt + 1,
    startedAt: undefined,
    progress: undefined,
    runtimeMs: undefined,
  };
}

describe('any history of a job', () => {
  it('keeps terminal statuses, ignores old attempts, and never charges more than is held', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyCommand, fc.constant('claim' as const)), { maxLength: 40 }), (history) => {
        let job = aJob();
        let now = t0;
        for (const command of history) {
          now = new Date(now.getTime() + 7_000);
          const before = job;
          job = command === 'claim' ? claimIfWaiting(job) : apply(job, command, now);
          if (isTerminal(before.status)) expect(job.status).toBe(before.status);
          if (job !== before) expect(job.version).toBe(before.version + 1);
          if (command !== 'claim' && 'attempt' in command && command.attempt !== before.attempt) {
            expect(job).toBe(before);
          }
          if (before.stoppingAt && !isTerminal(before.status)) expect(['PROCESSING', ...ENDS]).toContain(job.status);
          expect(job.billing!.chargeMillicredits ?? 0).toBeLessThanOrEqual(job.billing!.reservedMillicredits);
          expect(job.completedAt !== undefined).toBe(isTerminal(job.status));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function claimIfWaiting(job: Job): Job {
  return (moves.claim.from as readonly Status[]).includes(job.status) ? claimed(job) : job;
}

function apply(job: Job, command: Command, now: Date): Job {
  try {
    return decideJob(job, command, now)?.job ?? job;
  } catch (error) {
    expect(['conflict', 'validation_error']).toContain((error as Fault).code);
    return job;
  }
}
