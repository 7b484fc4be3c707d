import { type HeartbeatResponse, Stop } from '@rotamer/proto/jobs/v1/leases.ts';

/** Why a running tool is stopped before it ends by itself. */
export type StopReason = 'budget' | 'timeout' | 'cancelled' | 'lost' | 'draining';

/** Returns whether this runner no longer holds the lease, so that nothing may be written any more. */
export function isGone(reason: StopReason | undefined): boolean {
  return reason === 'lost' || reason === 'cancelled';
}

/** The interval of heartbeats, which keep the lease. Three missed heartbeats lose it. */
export const BEAT_EVERY_MS = 5_000;

/** Changed progress is sent sooner than the next heartbeat, but at most this often. */
export const PROGRESS_EVERY_MS = 1_000;

/** How long a tool continues past its authorised time while jobs does not respond. A response of jobs may set another value. */
const GRACE_MS = 120_000;

/** How long storing a result is retried. Its slot is idle meanwhile, but computing the result again would take a slot too. */
const STORE_MS = 600_000;

/**
 * Limit of the retries for storing a result, after the tool's time limit. A minute after the time limit, jobs ends an unreported attempt as
 * TIMEOUT for good. The rest of that minute is for the last try and the report.
 */
const AFTER_LIMIT_MS = 45_000;

/** The runner's state of one lease. Times are milliseconds of one monotonic clock. */
export interface LeaseState {
  /** The tool's time limit. */
  wallMs: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Run time authorised in total; undefined: the job is not metered. */
  authorisedMs: number | undefined;
  graceMs: number;
  /** When the last heartbeat was sent, with or without a response. */
  sentAt: number;
  /** When jobs last confirmed the lease. */
  confirmedAt: number;
  /** Whether the last heartbeat got no response. */
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

/** Returns how long the tool has run, in whole milliseconds. */
export function runtimeMs({ startedAt, endedAt }: LeaseState, now: number): number {
  return startedAt === undefined ? 0 : Math.floor((endedAt ?? now) - startedAt);
}

/** Returns until when storing the result of an ended tool is retried. */
export function storeUntil({ startedAt, endedAt, wallMs }: LeaseState): number {
  return Math.min(endedAt! + STORE_MS, startedAt! + wallMs + AFTER_LIMIT_MS);
}

export interface Decision {
  /** Send a heartbeat now. */
  beat: boolean;
  /** Stop the tool now, for this reason. */
  stop: StopReason | undefined;
  /** When to decide again, if nothing happens before. */
  againAt: number;
}

/** Decides what to do now. The first reason to stop stays. */
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

/** Returns when the tool reaches its time limit, and when its authorised time is used up, on the monotonic clock. */
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

/** Records a reason to stop. The first reason stays, unless the lease is gone. */
export function stopFor(state: LeaseState, reason: StopReason): LeaseState {
  return isGone(reason) || !state.stop ? { ...state, stop: reason } : state;
}

const stops: Partial<Record<Stop, StopReason>> = {
  [Stop.BUDGET]: 'budget',
  [Stop.TIMEOUT]: 'timeout',
  [Stop.CANCELLED]: 'cancelled',
  [Stop.LOST]: 'lost',
};

/**
 * Applies the response to a heartbeat. A lease that is gone overrules every other reason to stop, because nothing may be written any more.
 */
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

/** Records a heartbeat without a response: the tool continues. */
export function unanswered(state: LeaseState): LeaseState {
  return { ...state, unanswered: true };
}
