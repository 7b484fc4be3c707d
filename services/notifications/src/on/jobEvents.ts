import type { EventType } from '@rotamer/api/schemas/eventTypes.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { NewEvent } from '../feed/newEvent.ts';

/** The public types of the events of jobs. What is missing here is not public: waiting, claims, progress and extensions. */
export const jobTypes: ReadonlyMap<string, EventType> = new Map([
  [JobEventType.SUBMITTED, 'job.created'],
  [JobEventType.STARTED, 'job.started'],
  [JobEventType.RETRYING, 'job.retrying'],
  [JobEventType.COMPLETED, 'job.completed'],
  [JobEventType.FAILED, 'job.failed'],
  [JobEventType.TIMEOUT, 'job.timed_out'],
  [JobEventType.BUDGET_EXCEEDED, 'job.budget_exceeded'],
  [JobEventType.CANCELLED, 'job.cancelled'],
  [JobEventType.SETTLED, 'job.settled'],
  [JobEventType.MOVED, 'job.moved'],
  [JobEventType.DELETED, 'job.deleted'],
]);

/** Returns the public event of an event of jobs; undefined when it has none. */
export function publicJobEvent(value: Uint8Array): NewEvent | undefined {
  const { eventId: id, workspaceId, occurredAt, type, job } = JobEvent.decode(value);
  const publicType = jobTypes.get(type);
  if (!publicType || !job) return undefined;
  return {
    ...{ id, workspaceId, type: publicType, createdAt: occurredAt! },
    ...{ resourceType: 'job', resourceId: job.id, version: job.version },
    projectId: job.projectId,
    runId: job.runId,
    data: presentJob(job),
  };
}
