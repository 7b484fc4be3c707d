import type { Queryable } from '../db/db.ts';
import type { Signals } from '../db/signals.ts';
import type { Logger } from '../process/log.ts';
import type { Loop } from '../process/loop.ts';
import { due, workOnEach } from '../work/failedWork.ts';
import { startWokenLoop } from '../work/startWokenLoop.ts';
import { assertBlobPrefix, type Blobs } from './blobs.ts';

/** The signal sent after a commit that queued deletions. */
export const BLOB_DELETIONS_SIGNAL = 'blob_deletions';

const INTERVAL_MS = 10_000;
const BATCH = 100;
const WORK = 'delete-blobs';

/** Queues the blobs under these prefixes for deletion, in the transaction that drops the last reference to them. */
export async function queueBlobDeletions(tx: Queryable, prefixes: string[]): Promise<void> {
  prefixes.forEach(assertBlobPrefix);
  await tx.query(`insert into blob_deletions (prefix) select unnest($1::text[]) on conflict do nothing`, [prefixes]);
}

export interface DeletionDeps {
  db: Queryable;
  blobs: Pick<Blobs, 'deletePrefix'>;
  log: Logger;
}

/**
 * Deletes the blobs of one batch of queued entries, oldest first; an entry is removed after its blobs. Returns true if
 * there may be more. A failed deletion is retried with backoff, then dead-lettered, and does not block the others.
 *
 * @throws the first error that means the store is unavailable, once the whole batch has been tried.
 */
export async function deleteQueuedBlobs({ db, blobs, log }: DeletionDeps): Promise<boolean> {
  // Entries queued for a later time are skipped: a runner may still be writing there.
  const { rows } = await db.query(
    `select prefix as id from blob_deletions where queued_at <= now() and ${due(WORK, 'prefix')}
     order by queued_at limit $1`,
    [BATCH],
  );
  await workOnEach({ db, log, work: WORK }, rows, async ({ id: prefix }) => {
    await blobs.deletePrefix(prefix);
    await db.query('delete from blob_deletions where prefix = $1', [prefix]);
  });
  return rows.length === BATCH;
}

export interface BlobDeletionOptions extends DeletionDeps {
  signals: Signals;
}

/** Starts the loop that deletes queued blobs. Several replicas may do the same work: deleting a missing blob succeeds. */
export function startBlobDeletion({ db, blobs, signals, log }: BlobDeletionOptions): Loop {
  return startWokenLoop({
    name: 'delete blobs',
    intervalMs: INTERVAL_MS,
    log,
    signals,
    wokenBy: BLOB_DELETIONS_SIGNAL,
    pass: () => deleteQueuedBlobs({ db, blobs, log }),
  });
}
