import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { isTerminal } from '../present/presentJob.ts';

/** What one client has been shown of a job, and what waits for it to read on. */
export interface StreamState {
  /** Version shown last; nothing lower is ever shown after it. */
  shown: number;
  /** The newest state not shown yet. A slow reader skips states: memory holds one, whatever happens meanwhile. */
  waiting?: Job;
  /** The terminal state was shown; nothing follows. */
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

/** A state of the job became known, in whatever order states arrive. */
export function offer(state: StreamState, job: Job): StreamState {
  if (state.ended || job.version <= (state.waiting?.version ?? state.shown)) return state;
  return { ...state, waiting: job };
}

/** The client can take more: what to show it now, if anything. */
export function take(state: StreamState): Showing {
  const { waiting } = state;
  if (!waiting) return { state };
  const ended = isTerminal(waiting.status);
  return {
    state: { shown: waiting.version, ended },
    status: waiting,
    ...(ended && { terminal: waiting }),
  };
}
