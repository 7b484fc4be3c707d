import { BLOB_DELETIONS_SIGNAL } from '@rotamer/kit/blobs/blobDeletions.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { deleteJobs } from '../job/deleteJobs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 100;

export interface RetentionDeps {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  /** Jobs that ended more days ago are deleted with everything that belongs to them. */
  days: number;
}

/**
 * Deletes one batch of old jobs. Returns true if there may be more. Jobs that still run or are not settled stay.
 *
 * Goes by id, oldest first, because ids are ordered by time: an index on the end of jobs would cost every job a write,
 * for a query that runs once an hour. A job that ended before a time was also submitted before it, so younger ids are
 * not read.
 */
export async function retireJobs({ db, signals, clock, days }: RetentionDeps): Promise<boolean> {
  const now = clock();
  const endedBefore = new Date(Math.max(0, now.getTime() - days * DAY_MS));
  const count = await transaction(db, async (tx) => {
    const { rows } = await tx.query(
      `select id from jobs where completed_at < $1 and finalized_at is not null and id < $3
       order by id limit $2 for update skip locked`,
      [endedBefore, BATCH, newId('job', endedBefore)],
    );
    await deleteJobs(
      tx,
      rows.map(({ id }) => id),
      now,
    );
    return rows.length;
  });
  signals.send(OUTBOX_SIGNAL);
  signals.send(BLOB_DELETIONS_SIGNAL);
  return count === BATCH;
}

/** Starts the hourly loop, for deployments that do not keep jobs for ever. */
export function startRetention(deps: RetentionDeps & { log: Logger }): Loop {
  return startLoop({ name: 'retention', intervalMs: HOUR_MS, log: deps.log, pass: () => retireJobs(deps) });
}
