import { newId } from '@rotamer/kit/ids.ts';
import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { JobEvent, type JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from './job.ts';
import { presentJob } from './presentJob.ts';

export const JOBS_TOPIC = 'jobs.events.v1';

/** The event of a change: the whole job as it now is. */
export function jobEvent(job: Job, type: JobEventType, now: Date): OutboxMessage {
  const eventId = newId('evt', now);
  const event: JobEvent = {
    eventId,
    workspaceId: job.workspaceId,
    occurredAt: now,
    type,
    job: presentJob(job),
  };
  return {
    topic: JOBS_TOPIC,
    key: job.id,
    eventId,
    type,
    occurredAt: now,
    traceparent: job.traceparent,
    value: JobEvent.encode(event).finish(),
  };
}
