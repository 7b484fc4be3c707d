import { BLOB_DELETIONS_SIGNAL, queueBlobDeletions } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { jobPrefix } from '@rotamer/kit/results/resultManifest.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { jobEvent } from '../job/jobEvent.ts';
import { deleteOldJobs } from '../job/jobStore.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 100;

export interface RetentionDeps {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  /** Jobs that ended longer ago go, with everything they left. */
  days: number;
}

/**
 * Deletes one batch of old jobs: in one transaction the rows, an event for each, and an entry for their bytes. Returns
 * whether there may be more. Jobs that still run or are not settled stay.
 */
export async function retireJobs({ db, signals, clock, days }: RetentionDeps): Promise<boolean> {
  const now = clock();
  const count = await transaction(db, async (tx) => {
    const jobs = await deleteOldJobs(tx, new Date(now.getTime() - days * DAY_MS), BATCH);
    await queueBlobDeletions(
      tx,
      jobs.map(({ workspaceId, id }) => jobPrefix(workspaceId, id)),
    );
    await appendOutbox(
      tx,
      jobs.map((job) => jobEvent({ ...job, version: job.version + 1 }, JobEventType.DELETED, now)),
    );
    return jobs.length;
  });
  signals.send(OUTBOX_SIGNAL);
  signals.send(BLOB_DELETIONS_SIGNAL);
  return count === BATCH;
}

/** Every hour, for deployments that do not keep jobs for ever. */
export function startRetention(deps: RetentionDeps & { log: Logger }): Loop {
  return startLoop({ name: 'retention', intervalMs: HOUR_MS, log: deps.log, pass: () => retireJobs(deps) });
}
