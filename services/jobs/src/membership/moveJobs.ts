import type { Queryable } from '@rotamer/kit/db/db.ts';
import { countMembers, type Place } from '@rotamer/kit/membership/places.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from '../job/job.ts';
import { jobEvent } from '../job/jobEvent.ts';

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
  await tx.query(
    `update jobs set project_id = $2, project_seq = greatest(project_seq, $3), version = version + 1
     where id = any($1)`,
    [jobs.map(({ id }) => id), place.projectId ?? null, seq],
  );
  await appendOutbox(
    tx,
    moved.map((job) => jobEvent(job, JobEventType.MOVED, now)),
  );
  const left = jobs.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 }));
  const entered = moved.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: 1 }));
  await countMembers(tx, [...left, ...entered], place);
}
