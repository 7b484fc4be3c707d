import { type HeartbeatResponse, Stop } from '@rotamer/proto/jobs/v1/leases.ts';

/** Why a running tool is ended before it ends by itself. */
export type StopReason = 'budget' | 'timeout' | 'cancelled' | 'lost' | 'draining';

/** Whether the lease is no longer ours, so that nothing may be written any more. */
export function isGone(reason: StopReason | undefined): boolean {
  return reason === 'lost' || reason === 'cancelled';
}

/** Heartbeats keep the lease; three missed lose it. */
export const BEAT_EVERY_MS = 5_000;

/** Progress is told sooner than the next heartbeat, but not more often than this. */
export const PROGRESS_EVERY_MS = 1_000;

/** How long a tool goes on past its authorised time while nobody answers; jobs may say otherwise. */
const GRACE_MS = 120_000;

/** How long a result is tried to be stored. Its slot does nothing else meanwhile; to compute it again takes a slot too. */
const STORE_MS = 600_000;

/**
 * Jobs ends what has not reported a minute after the tool's time limit, as TIMEOUT and for good. What is left of the minute
 * is for the last try, and to report.
 */
const AFTER_LIMIT_MS = 45_000;

/** What the runner knows of one lease. Times are milliseconds of one monotonic clock. */
export interface LeaseState {
  /** The tool's time limit. */
  wallMs: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Run time authorised in total; undefined: not metered. */
  authorisedMs: number | undefined;
  graceMs: number;
  /** When the last heartbeat left, whatever became of it. */
  sentAt: number;
  /** When jobs last confirmed the lease. */
  confirmedAt: number;
  /** The last heartbeat found nobody. */
  unanswered: boolean;
  progress: number | undefined;
  sentProgress: number | undefined;
  stop: StopReason | undefined;
}

export function newLease(now: number, wallMs: number, authorisedMs: number | undefined): LeaseState {
  return {
    wallMs,
    startedAt: undefined,
    endedAt: undefined,
    authorisedMs,
    graceMs: GRACE_MS,
    sentAt: now,
    confirmedAt: now,
    unanswered: false,
    progress: undefined,
    sentProgress: undefined,
    stop: undefined,
  };
}

/** Time the tool has run, in whole milliseconds. */
export function runtimeMs({ startedAt, endedAt }: LeaseState, now: number): number {
  return startedAt === undefined ? 0 : Math.floor((endedAt ?? now) - startedAt);
}

/** Until when the result of a tool that has ended is tried to be stored. */
export function storeUntil({ startedAt, endedAt, wallMs }: LeaseState): number {
  return Math.min(endedAt! + STORE_MS, startedAt! + wallMs + AFTER_LIMIT_MS);
}

export interface Decision {
  /** Tell jobs now. */
  beat: boolean;
  /** End the tool now, for this reason. */
  stop: StopReason | undefined;
  /** When to decide again, if nothing happens before. */
  againAt: number;
}

/** What to do now. The first reason to stop stands. */
export function decide(state: LeaseState, now: number): Decision {
  const stop = state.stop ?? limitReached(state, now);
  const beatAt = Math.min(state.sentAt + BEAT_EVERY_MS, progressDueAt(state));
  const beat = now >= beatAt;
  const nextBeat = beat ? now + PROGRESS_EVERY_MS : beatAt;
  return { beat, stop, againAt: Math.min(nextBeat, nextLimitAfter(state, now)) };
}

function progressDueAt({ progress, sentProgress, sentAt }: LeaseState): number {
  return progress === sentProgress ? Number.POSITIVE_INFINITY : sentAt + PROGRESS_EVERY_MS;
}

/** When the tool has used its time and when it has used its money, on the monotonic clock. */
function limits({ startedAt, endedAt, wallMs, authorisedMs, graceMs, unanswered }: LeaseState) {
  if (startedAt === undefined || endedAt !== undefined) return { timeout: Infinity, budget: Infinity };
  const paidMs = authorisedMs === undefined ? Infinity : authorisedMs + (unanswered ? graceMs : 0);
  return { timeout: startedAt + wallMs, budget: startedAt + paidMs };
}

function limitReached(state: LeaseState, now: number): StopReason | undefined {
  const { timeout, budget } = limits(state);
  if (now < Math.min(timeout, budget)) return undefined;
  return budget < timeout ? 'budget' : 'timeout';
}

function nextLimitAfter(state: LeaseState, now: number): number {
  const { timeout, budget } = limits(state);
  return Math.min(...[timeout, budget].filter((at) => at > now));
}

/** Somebody wants it to stop. The first reason stands, unless the lease is gone. */
export function stopFor(state: LeaseState, reason: StopReason): LeaseState {
  return isGone(reason) || !state.stop ? { ...state, stop: reason } : state;
}

const stops: Partial<Record<Stop, StopReason>> = {
  [Stop.BUDGET]: 'budget',
  [Stop.TIMEOUT]: 'timeout',
  [Stop.CANCELLED]: 'cancelled',
  [Stop.LOST]: 'lost',
};

/** Jobs answered a heartbeat. A lease that is gone overrules every other reason: nothing may be written any more. */
export function answered(state: LeaseState, answer: HeartbeatResponse, now: number): LeaseState {
  const told = stops[answer.stop];
  return {
    ...state,
    stop: isGone(told) ? told : (state.stop ?? told),
    confirmedAt: isGone(told) ? state.confirmedAt : now,
    unanswered: false,
    authorisedMs: answer.authorisedMs ?? state.authorisedMs,
    graceMs: answer.graceMs,
  };
}

/** Nobody answered: the tool goes on. */
export function unanswered(state: LeaseState): LeaseState {
  return { ...state, unanswered: true };
}
