import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { JobEvent, type JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from './job.ts';
import { presentJob } from './presentJob.ts';

export const JOBS_TOPIC = 'jobs.events.v1';

/** Sent when a job may have become claimable. */
export const CLAIMABLE_SIGNAL = 'claimable';

/** Sent when a job has ended and its hold is to be settled. */
export const UNSETTLED_SIGNAL = 'unsettled';

/** Returns the event of a change, which has the job's full current state. */
export function jobEvent(job: Job, type: JobEventType, now: Date): OutboxMessage {
  const envelope = { topic: JOBS_TOPIC, key: job.id, occurredAt: now, traceparent: job.traceparent };
  return outboxEvent(JobEvent, envelope, { workspaceId: job.workspaceId, type, job: presentJob(job) });
}
