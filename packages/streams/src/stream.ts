import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';

/** What one client has been shown of a job, and what waits to be shown. */
export interface StreamState {
  /** The version shown last. Lower versions are never shown after it. */
  shown: number;
  /** The newest state not shown yet. A slow reader skips states, so memory never holds more than one. */
  waiting?: Job;
  /** The job has ended and was shown, but is not settled yet. Its `terminal` event waits a moment for the settlement. */
  unsettled?: Job;
  /** The terminal event was shown. Nothing follows. */
  ended: boolean;
}

/** What to send, in this order. */
export interface Showing {
  state: StreamState;
  /** The job for a `status` event. */
  status?: Job;
  /** The same job for the `terminal` event that ends the stream. */
  terminal?: Job;
}

export const emptyStream: StreamState = { shown: -1, ended: false };

/** Takes a state of the job; states may arrive in any order. */
export function offer(state: StreamState, job: Job): StreamState {
  if (state.ended || job.version <= (state.waiting?.version ?? state.shown)) return state;
  return { ...state, waiting: job };
}

/** The client can take more. Returns what to show now, if anything. */
export function take(state: StreamState): Showing {
  const { waiting } = state;
  if (!waiting) return { state };
  const shown = waiting.version;
  if (!isTerminal(waiting.status)) return { state: { shown, ended: false }, status: waiting };
  if (!isSettled(waiting)) return { state: { shown, unsettled: waiting, ended: false }, status: waiting };
  return { state: { shown, ended: true }, status: waiting, terminal: waiting };
}

/** The settlement takes too long: the `terminal` event shows the job without it. */
export function giveUpWaiting(state: StreamState): Showing {
  const { shown, unsettled } = state;
  return unsettled ? { state: { shown, ended: true }, terminal: unsettled } : { state };
}

function isSettled({ billing }: Job): boolean {
  return billing === undefined || billing.finalizedAt !== undefined;
}
