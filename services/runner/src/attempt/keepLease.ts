import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { HeartbeatResponse, Lease, LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import { gaveNoAnswer } from './askJobs.ts';
import {
  answered,
  decide,
  isGone,
  type LeaseState,
  newLease,
  runtimeMs,
  type StopReason,
  stopFor,
  storeUntil,
  unanswered,
} from './heartbeat.ts';

/** A lease that was confirmed more recently than this is certainly still held: it lasts 15 s from the last heartbeat. */
const SURELY_OURS_MS = 10_000;

/** A lease during its attempt: sends its heartbeats, and signals when to stop. */
export interface KeptLease {
  /** Aborted when the tool must stop, for any reason. */
  stopped: AbortSignal;
  /** Aborted when nothing may be written any more: the lease is lost or the job was cancelled. */
  gone: AbortSignal;
  /** Aborted when the attempt must not wait for anything any more: the runner drains, or the lease is gone. */
  leaving: AbortSignal;
  stopReason(): StopReason | undefined;
  /** Records the response to `Started`. */
  started(answer: HeartbeatResponse): void;
  progressed(percent: number): void;
  /** Records that the tool's processes have ended. Run time stops. */
  ended(): void;
  runtimeMs(): number;
  /** Returns until when storing the result is retried, once the tool has ended. */
  storeUntil(): number;
  stop(reason: StopReason): void;
  /** Confirms that this runner holds the lease, before anything is written. If jobs is unavailable, the lease counts as held. */
  confirm(): Promise<void>;
  /** Ends the heartbeats. */
  release(): void;
}

export interface KeepLeaseDeps {
  leases: LeasesClient<CallScope>;
  log: Logger;
  /** Monotonic milliseconds. */
  now(): number;
}

/** Returns the fields that identify an attempt in every call, with the lease token that authenticates its runner. */
export function holderOf({ jobId, attempt, leaseToken }: Lease) {
  return { jobId, attempt, leaseToken };
}

export function keepLease(lease: Lease, wallMs: number, deps: KeepLeaseDeps): KeptLease {
  const { now } = deps;
  const stopped = new AbortController();
  const gone = new AbortController();
  const leaving = new AbortController();
  let state = newLease(now(), wallMs, lease.authorisedMs);
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let released = false;

  function tick(): void {
    if (released) return;
    clearTimeout(timer);
    const decision = decide(state, now());
    if (decision.stop) {
      state = { ...state, stop: decision.stop };
      stopped.abort();
      if (isGone(decision.stop)) {
        gone.abort();
        leaving.abort();
      }
    }
    if (decision.beat && !beating) void beat();
    timer = setTimeout(tick, Math.max(10, decision.againAt - now()));
  }

  function beat(): Promise<void> {
    beating ??= beatOnce().finally(() => {
      beating = undefined;
      tick();
    });
    return beating;
  }

  async function beatOnce(): Promise<void> {
    state = { ...state, sentAt: now() };
    const learn = await sendBeat(lease, state, deps);
    state = learn(state);
  }

  function stop(reason: StopReason): void {
    if (reason === 'draining') leaving.abort();
    state = stopFor(state, reason);
    tick();
  }

  tick();
  return {
    stopped: stopped.signal,
    gone: gone.signal,
    leaving: leaving.signal,
    stopReason: () => state.stop,
    started(answer) {
      state = answered({ ...state, startedAt: now() }, answer, now());
      tick();
    },
    progressed(percent) {
      state = { ...state, progress: percent };
      tick();
    },
    ended() {
      state = { ...state, endedAt: now() };
    },
    runtimeMs: () => runtimeMs(state, now()),
    storeUntil: () => storeUntil(state),
    stop,
    async confirm() {
      if (now() - state.confirmedAt > SURELY_OURS_MS) await beat();
    },
    release() {
      released = true;
      clearTimeout(timer);
    },
  };
}

/** Sends one heartbeat. Returns how the response changes the state of the lease, which may have changed meanwhile. Never fails. */
async function sendBeat(
  lease: Lease,
  sent: LeaseState,
  { leases, log, now }: KeepLeaseDeps,
): Promise<(state: LeaseState) => LeaseState> {
  const { progress } = sent;
  const request = { ...holderOf(lease), runtimeMs: runtimeMs(sent, now()), progress };
  try {
    const answer = await leases.heartbeat(request, { traceparent: lease.traceparent });
    return (state) => ({ ...answered(state, answer, now()), sentProgress: progress });
  } catch (error) {
    log.warn({ err: error, job_id: lease.jobId }, 'heartbeat not answered');
    return gaveNoAnswer(error) ? unanswered : (state) => stopFor(state, 'lost');
  }
}
