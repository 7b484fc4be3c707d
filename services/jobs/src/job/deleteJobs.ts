import { countMembers } from '@rotamer/domain/membership/places.ts';
import { jobPrefix } from '@rotamer/domain/results/resultManifest.ts';
import { queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { appendOutbox } from '@rotamer/kit/outbox/outbox.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { jobEvent } from './jobEvent.ts';
import { JOB_COLUMNS, toJob } from './jobRow.ts';

/**
 * Deletes jobs that have ended and are settled; the caller has locked all of them. Deletes rows, inputs, invitations
 * and idempotency keys (a repeat would find nothing), publishes an event for each job, and queues their bytes for
 * deletion. The records of who owned a hold stay.
 */
export async function deleteJobs(tx: Queryable, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.query(`delete from jobs where id = any($1) returning ${JOB_COLUMNS}`, [ids]);
  const jobs = rows.map(toJob);
  await tx.query('delete from submissions where job_id = any($1)', [ids]);
  await queueBlobDeletions(
    tx,
    jobs.map(({ workspaceId, id }) => jobPrefix(workspaceId, id)),
  );
  await appendOutbox(
    tx,
    jobs.map((job) => jobEvent({ ...job, version: job.version + 1 }, JobEventType.DELETED, now)),
  );
  await countMembers(
    tx,
    jobs.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 })),
  );
}
