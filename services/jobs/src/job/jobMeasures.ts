import type { Db } from '@rotamer/kit/db/db.ts';
import { timeOfId } from '@rotamer/kit/ids.ts';
import { counter, durations, observe } from '@rotamer/kit/telemetry/measures.ts';
import { isTerminal, type Job } from './job.ts';

/** Bucket bounds in seconds, up to an hour. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

const submitted = counter('jobs_submitted', 'Jobs accepted');
const claimed = counter('jobs_claimed', 'Leases handed out');
const ended = counter('jobs_ended', 'Jobs that became terminal');
const dispatchLatency = durations('job_dispatch_latency', 'From the acceptance of a job to its first lease', BUCKETS);
const runTime = durations('job_run', 'From the start of a job to its end', BUCKETS);

export function measureSubmitted({ tool, billing }: Job): void {
  submitted.add(1, { tool, mode: billing?.mode ?? 'free' });
}

export function measureClaimed({ id, tool, attempt, claimedAt }: Job): void {
  claimed.add(1, { tool });
  if (attempt === 1 && claimedAt) dispatchLatency.record(seconds(timeOfId(id), claimedAt), { tool });
}

/** Called for every change of a job; measures only the changes that end one. */
export function measureChanged(before: Job, { tool, status, startedAt, completedAt }: Job): void {
  if (!isTerminal(status) || isTerminal(before.status)) return;
  ended.add(1, { tool, outcome: status });
  if (startedAt && completedAt) runTime.record(seconds(startedAt, completedAt), { tool, outcome: status });
}

/** Seconds between two times; at least 0, because the clocks of two machines may differ slightly. */
const seconds = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / 1000;

/** Observes the waiting and running jobs in the database; every replica reports the same numbers. */
export function observeJobs(db: Db): void {
  observe(
    {
      jobs_active: { description: 'Jobs that have not ended, by tool and status' },
      job_queue_age_seconds: { unit: 's', description: 'How long the job that waits longest for a runner has waited' },
    },
    async (set) => {
      const { rows } = await db.query(
        `select tool, status, count(*) as n, extract(epoch from now() - min(status_since))::float as age
         from jobs where completed_at is null group by tool, status`,
      );
      for (const { tool, status, n } of rows) set('jobs_active', n, { tool, status });
      const waiting = rows.filter(({ status }) => status === 'QUEUED' || status === 'RETRY');
      for (const [tool, ofTool] of Map.groupBy(waiting, (row) => row.tool as string))
        set('job_queue_age_seconds', Math.max(0, ...ofTool.map(({ age }) => age)), { tool });
      // Report 0 for an empty queue: an autoscaler must be able to tell an empty queue from a missing value.
      if (waiting.length === 0) set('job_queue_age_seconds', 0, { tool: '' });
    },
  );
}
