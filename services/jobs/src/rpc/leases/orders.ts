import { type HeartbeatResponse, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import { authorisedMs, type Job } from '../../job/job.ts';

/**
 * A runner that gets no answer about more authorised runtime may continue for this long; the charge never exceeds the
 * hold.
 */
const GRACE_MS = 120_000;

/**
 * Returns the directive for the runner of an attempt, given the job's current state. While billing is unavailable, the
 * authorised runtime is extended by the grace period: an outage of another service is not the job's fault.
 */
export function ordersFor(job: Job | undefined, attempt: number, billingAway = false): HeartbeatResponse {
  const authorised = job?.billing && authorisedMs(job.billing);
  return {
    stop: stopFor(job, attempt),
    authorisedMs: authorised !== undefined && billingAway ? authorised + GRACE_MS : authorised,
    graceMs: GRACE_MS,
  };
}

function stopFor(job: Job | undefined, attempt: number): Stop {
  if (job?.attempt !== attempt) return Stop.LOST;
  if (job.status === 'CANCELLED') return Stop.CANCELLED;
  if (job.status !== 'PROCESSING') return Stop.LOST;
  // Runners of every release end the tool at BUDGET and report its results so far.
  if (job.stoppingAt) return Stop.BUDGET;
  if ((job.runtimeMs ?? 0) >= job.wallLimitMs) return Stop.TIMEOUT;
  return Stop.NONE;
}
