import { MAX_MANIFEST_BYTES, manifestKey } from '@rotamer/domain/results/resultManifest.ts';
import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { JobEventType, type ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { chargeFor } from './charge.ts';
import { withCurrentEnded } from './endedAttempts.ts';
import { isTerminal, type Job, type Move, mayMove, type Status } from './job.ts';
import { changedLabels, type Labels, problemsOfLabels, storedLabels } from './labels.ts';
import { believedRuntimeMs, problemsOfReport } from './reported.ts';

export type ReportedOutcome = 'COMPLETED' | 'FAILED' | 'TIMEOUT' | 'BUDGET_EXCEEDED';

export type Command =
  | { type: 'offer' }
  | { type: 'unoffer'; reason: string }
  | { type: 'giveUp' }
  /** No runner has taken the job by `cancelAt`. */
  | { type: 'cancelLate' }
  | { type: 'change'; name?: string; setLabels: Labels; removedLabels: readonly string[] }
  | { type: 'cancel' }
  /** Stopped by a user. A running metered job keeps its results so far, so its runner reports its end. */
  | { type: 'stop' }
  /** Ended by its owner. With `projectId`: only while the job is still in that project. */
  | { type: 'end'; projectId?: string }
  | { type: 'tryNow' }
  | { type: 'start'; attempt: number }
  | { type: 'progress'; attempt: number; progress?: number; runtimeMs: number }
  | { type: 'extend'; reservedMillicredits: number }
  | {
      type: 'report';
      attempt: number;
      outcome: ReportedOutcome;
      error?: string;
      runtimeMs: number;
      manifest?: Job['manifest'];
    }
  | { type: 'lose'; attempt: number; error: string }
  | { type: 'handBack'; attempt: number }
  | { type: 'settle'; finalMillicredits: number; outcome: 'charged' | 'refunded' | 'released' };

/**
 * The changed job and the event to publish. `decideJob` returns undefined when nothing changes (a repeat, an old
 * attempt).
 */
export interface Decision {
  job: Job;
  event: JobEventType;
}

/** The number of infrastructure failures that fails a job, and the delays before the attempts in between. */
const MAX_FAILURES = 3;
const BACKOFF_MS = [2_000, 10_000, 60_000];

const SHA256 = /^[0-9a-f]{64}$/;

const NEVER_OFFERED = 'No runner offered this tool for 24 hours.';

/**
 * Decides the effect of a command on a job. Pure: `now` is the database's time. A command of an attempt that is not the
 * current one changes nothing.
 *
 * @throws conflict where the job's status does not allow the command.
 */
export function decideJob(job: Job, command: Command, now: Date): Decision | undefined {
  switch (command.type) {
    case 'offer':
      return moved(job, 'offer', { ...job, status: 'QUEUED', error: undefined }, now);
    case 'unoffer':
      return moved(job, 'unoffer', { ...job, status: 'PENDING', error: command.reason, nextAttemptAt: undefined }, now);
    case 'giveUp':
      return moved(job, 'giveUp', ended(job, 'FAILED', now, { error: NEVER_OFFERED, infrastructure: true }), now);
    case 'cancelLate':
      return cancelledLate(job, now);
    case 'change':
      return renamed(job, command);
    case 'cancel':
      return moved(job, 'cancel', ended(job, 'CANCELLED', now, { infrastructure: true }), now);
    case 'stop':
      return stopped(job, now);
    case 'end':
      if (isTerminal(job.status)) return undefined;
      if (command.projectId !== undefined && command.projectId !== job.projectId) return undefined;
      return cancelled(job, now, {});
    case 'tryNow':
      return tryNow(job);
    case 'start':
      if (!isCurrent(job, command.attempt) || job.startedAt) return undefined;
      return withEvent({ ...job, startedAt: now, runtimeMs: 0 }, JobEventType.STARTED);
    case 'progress':
      return progressed(job, command, now);
    case 'extend':
      if (
        job.status !== 'PROCESSING' ||
        !job.billing ||
        command.reservedMillicredits <= job.billing.reservedMillicredits
      )
        return undefined;
      return withEvent(
        { ...job, billing: { ...job.billing, reservedMillicredits: command.reservedMillicredits } },
        JobEventType.EXTENDED,
      );
    case 'report': {
      if (!isCurrent(job, command.attempt)) return undefined;
      refuseReport(job, command, now);
      const measured = { ...job, runtimeMs: runtimeOf(job, command.runtimeMs, now), manifest: command.manifest };
      return moved(job, 'report', ended(measured, command.outcome, now, { error: errorOf(job, command) }), now);
    }
    case 'lose':
      return lost(job, command, now);
    case 'handBack':
      if (!isCurrent(job, command.attempt)) return undefined;
      if (job.stoppingAt) return lostWhileStopping(job, now);
      return moved(
        job,
        'handBack',
        { ...withoutAttempt(job, 'RELEASED', now), status: 'RETRY', nextAttemptAt: undefined },
        now,
      );
    case 'settle':
      return settled(job, command, now);
  }
}

const NOT_STARTED = 'The job had not started when the time of Cancel-After was over. It costs nothing.';

/** Cancels a job that no runner has taken in time; an attempt that has begun goes on. */
function cancelledLate(job: Job, now: Date): Decision | undefined {
  if (!job.cancelAt || job.cancelAt > now || job.attempt > 0 || !mayMove(job.status, 'cancel')) return undefined;
  return moved(job, 'cancel', ended(job, 'CANCELLED', now, { error: NOT_STARTED, infrastructure: true }), now);
}

/** Changes name and labels, in any status. */
function renamed(
  job: Job,
  { name, setLabels, removedLabels }: Extract<Command, { type: 'change' }>,
): Decision | undefined {
  const labels = changedLabels(job.labels, setLabels, removedLabels);
  const problems = problemsOfLabels(labels);
  if (problems.length > 0) throw validationFault(problems);
  const changed = { ...job, name: name ?? job.name, labels: storedLabels(labels) };
  if (changed.name === job.name && JSON.stringify(changed.labels) === JSON.stringify(job.labels)) return undefined;
  return withEvent(changed, JobEventType.CHANGED);
}

/** Cancels a job in any status that is not terminal. Its runner is notified at its next heartbeat. */
function cancelled(job: Job, now: Date, how: { stoppedByUser?: boolean }): Decision {
  if (job.status !== 'PROCESSING')
    return moved(job, 'cancel', ended(job, 'CANCELLED', now, { infrastructure: true }), now);
  return moved(job, 'stop', ended(job, 'CANCELLED', now, how), now);
}

/**
 * Decides POST stop. A running metered job is asked to end: its runner learns it at its next heartbeat, stores the
 * results so far and reports. Any other active job has nothing to keep and is cancelled at once.
 */
function stopped(job: Job, now: Date): Decision | undefined {
  if (isTerminal(job.status)) throw refused(job, 'stop');
  const mayHaveResults = job.status === 'PROCESSING' && job.startedAt && job.billing?.mode === 'metered_runtime';
  if (!mayHaveResults) return cancelled(job, now, { stoppedByUser: true });
  return job.stoppingAt ? undefined : withEvent({ ...job, stoppingAt: now }, JobEventType.CHANGED);
}

const STOPPED = 'The job was stopped by a user. Results that its tool had made until then are kept.';

/** Returns the error of a reported end. A runner does not know why jobs ended its budget. */
function errorOf(job: Job, { outcome, error }: Extract<Command, { type: 'report' }>): string | undefined {
  return job.stoppingAt && outcome === 'BUDGET_EXCEEDED' ? STOPPED : error;
}

const LOST_WHILE_STOPPING = 'The runner was lost while the job was being stopped. The job costs nothing.';

/** Ends a job that a user wants stopped and whose attempt is lost: nobody wants another attempt. */
function lostWhileStopping(job: Job, now: Date): Decision {
  return moved(job, 'stop', ended(job, 'CANCELLED', now, { error: LOST_WHILE_STOPPING, infrastructure: true }), now);
}

/**
 * Refuses a report of the current attempt with impossible numbers. Data from a runner is untrusted input.
 *
 * @throws Fault `validation_error` with all problems.
 */
export function refuseReport(job: Job, report: Extract<Command, { type: 'report' }>, now: Date): void {
  const problems = [
    ...problemsOfReport(job, report, now),
    ...(report.manifest ? problemsOfManifest(job, report.manifest) : []),
  ];
  if (report.outcome === 'BUDGET_EXCEEDED' && job.billing?.mode !== 'metered_runtime') {
    problems.push({ path: 'outcome', message: 'must not be BUDGET_EXCEEDED: the job is not metered' });
  }
  if (problems.length > 0) throw validationFault(problems);
}

/** Returns the problems of a reported manifest: it must be the manifest of the reporting attempt. */
function problemsOfManifest({ workspaceId, id, attempt }: Job, { key, sha256, size }: ManifestRef): Problem[] {
  const own = manifestKey(workspaceId, id, attempt);
  const problems: Problem[] = [];
  if (key !== own) problems.push({ path: 'manifest.key', message: `must be ${own}` });
  if (!SHA256.test(sha256)) problems.push({ path: 'manifest.sha256', message: 'must be a SHA-256 in lower-case hex' });
  if (!(size > 0 && size <= MAX_MANIFEST_BYTES)) {
    problems.push({ path: 'manifest.size', message: `must be from 1 to ${MAX_MANIFEST_BYTES} bytes` });
  }
  return problems;
}

/**
 * Returns the runtime after another report: it only grows, and never exceeds the time since the start by the database's
 * clock.
 */
function runtimeOf(job: Job, runtimeMs: number, now: Date): number {
  return Math.max(job.runtimeMs ?? 0, believedRuntimeMs(job, runtimeMs, now));
}

/** Returns whether a report of this attempt has already ended the job, so that a repeat gets the same response. */
export function alreadyEndedBy(job: Job, attempt: number): boolean {
  return isTerminal(job.status) && job.attempt === attempt && job.status !== 'CANCELLED';
}

function isCurrent(job: Job, attempt: number): boolean {
  return job.status === 'PROCESSING' && job.attempt === attempt;
}

function withEvent(job: Job, event: JobEventType): Decision {
  return { job: { ...job, version: job.version + 1 }, event };
}

function moved(before: Job, move: Move, after: Job, now: Date): Decision {
  if (!mayMove(before.status, move)) throw refused(before, move);
  return withEvent({ ...after, statusSince: now }, eventOf(after.status));
}

/** The words for users' commands in messages. */
const WORDS: Partial<Record<Command['type'] | 'claim', string>> = {
  cancel: 'cancelled',
  stop: 'stopped',
  tryNow: 'retried',
};

function refused(job: Job, asked: Command['type'] | 'claim'): Fault {
  const mayStop = asked === 'cancel' && job.status === 'PROCESSING';
  return new Fault('conflict', `A job that is ${job.status} cannot be ${WORDS[asked] ?? 'changed this way'}.`, {
    details: { current_status: job.status },
    ...(mayStop && { resolution: 'Wait for its end, or stop it with POST /jobs/{jobId}/stop.' }),
  });
}

function eventOf(status: Status): JobEventType {
  if (status === 'PROCESSING') return JobEventType.CLAIMED;
  return status === 'RETRY' ? JobEventType.RETRYING : JobEventType[status];
}

interface HowEnded {
  error?: string;
  infrastructure?: boolean;
  stoppedByUser?: boolean;
}

/** Returns the job in a terminal status. Its charge is decided here too, so that both are committed together. */
function ended(job: Job, status: Status, now: Date, how: HowEnded): Job {
  const charge = chargeFor(job, {
    status,
    started: job.startedAt !== undefined,
    infrastructure: how.infrastructure ?? false,
    stoppedByUser: how.stoppedByUser ?? false,
    now,
  });
  return {
    ...job,
    status,
    completedAt: now,
    endedAttempts: withCurrentEnded(job, status, now, how.error),
    error: how.error,
    nextAttemptAt: undefined,
    progress: status === 'COMPLETED' ? 100 : job.progress,
    billing: job.billing && { ...job.billing, ...charge },
  };
}

/** Decides POST retry: a job in RETRY becomes claimable at once, a PENDING one as soon as a runner offers its tool. */
function tryNow(job: Job): Decision | undefined {
  if (job.status === 'PENDING') return undefined;
  if (job.status === 'RETRY') return withEvent({ ...job, nextAttemptAt: undefined }, JobEventType.RETRYING);
  throw refused(job, 'tryNow');
}

function progressed(job: Job, command: Extract<Command, { type: 'progress' }>, now: Date): Decision | undefined {
  const { attempt, progress, runtimeMs } = command;
  if (!isCurrent(job, attempt) || progress === undefined || progress <= (job.progress ?? -1)) return undefined;
  const problems = problemsOfReport(job, command, now);
  if (problems.length > 0) throw validationFault(problems);
  return withEvent({ ...job, progress, runtimeMs: runtimeOf(job, runtimeMs, now) }, JobEventType.PROGRESSED);
}

function lost(job: Job, { attempt, error }: Extract<Command, { type: 'lose' }>, now: Date): Decision | undefined {
  if (!isCurrent(job, attempt)) return undefined;
  if (job.stoppingAt) return lostWhileStopping(job, now);
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) {
    return moved(job, 'lose', { ...ended(job, 'FAILED', now, { error, infrastructure: true }), failures }, now);
  }
  const nextAttemptAt = new Date(now.getTime() + BACKOFF_MS[failures - 1]!);
  const waiting = withoutAttempt(job, 'LOST', now, error);
  return moved(job, 'lose', { ...waiting, status: 'RETRY', failures, error, nextAttemptAt }, now);
}

/** Clears the fields of a failed attempt: the next attempt starts from the beginning. */
function withoutAttempt(job: Job, outcome: 'LOST' | 'RELEASED', now: Date, error?: string): Job {
  const endedAttempts = withCurrentEnded(job, outcome, now, error);
  return {
    ...job,
    endedAttempts,
    startedAt: undefined,
    progress: undefined,
    runtimeMs: undefined,
    manifest: undefined,
  };
}

function settled(job: Job, command: Extract<Command, { type: 'settle' }>, now: Date): Decision | undefined {
  const { finalMillicredits, outcome } = command;
  if (!isTerminal(job.status) || !job.billing || job.billing.finalizedAt) return undefined;
  return withEvent(
    { ...job, billing: { ...job.billing, finalMillicredits, outcome, finalizedAt: now } },
    JobEventType.SETTLED,
  );
}
