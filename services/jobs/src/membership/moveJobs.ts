import { countMembers, type Place } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from '../job/job.ts';
import { jobEvent } from '../job/jobEvent.ts';
import { jobMemberships } from './memberships.ts';

/**
 * Moves jobs to the place that an operation names, and publishes an event for each. The caller has locked all of them.
 * Statuses do not change.
 */
export async function moveJobs(tx: Queryable, jobs: Job[], place: Place, seq: number, now: Date): Promise<void> {
  if (jobs.length === 0) return;
  const moved = jobs.map((job) => ({
    ...job,
    projectId: place.projectId,
    projectSeq: Math.max(job.projectSeq, seq),
    version: job.version + 1,
  }));
  const changes = await jobMemberships.move(tx, jobs, place, seq);
  await appendOutbox(
    tx,
    moved.map((job) => jobEvent(job, JobEventType.MOVED, now)),
  );
  await countMembers(tx, changes, place);
}
