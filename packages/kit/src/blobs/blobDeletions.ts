import type { Db, Queryable } from '../db/db.ts';
import type { Signals } from '../db/signals.ts';
import type { Logger } from '../process/log.ts';
import { type Loop, startLoop } from '../process/loop.ts';
import { assertBlobPrefix, type Blobs } from './blobs.ts';

/** The signal sent after a commit that queued deletions. */
export const BLOB_DELETIONS_SIGNAL = 'blob_deletions';

const INTERVAL_MS = 10_000;
const BATCH = 100;

/** Says, in the transaction that makes it true, that nobody owns the bytes under these prefixes any more. */
export async function queueBlobDeletions(tx: Queryable, prefixes: string[]): Promise<void> {
  prefixes.forEach(assertBlobPrefix);
  await tx.query(`insert into blob_deletions (prefix) select unnest($1::text[]) on conflict do nothing`, [prefixes]);
}

/**
 * Deletes the bytes of one batch, the longest queued first, each entry after its bytes. Answers whether there may be
 * more. What cannot be deleted now goes to the end of the queue and does not hold up the others.
 *
 * @throws the first failure, once the whole batch has been tried.
 */
export async function deleteQueuedBlobs(db: Queryable, blobs: Pick<Blobs, 'deletePrefix'>): Promise<boolean> {
  // What is queued for later waits: somebody may still be writing there.
  const { rows } = await db.query(
    'select prefix from blob_deletions where queued_at <= now() order by queued_at limit $1',
    [BATCH],
  );
  const failures: unknown[] = [];
  for (const { prefix } of rows) {
    try {
      await blobs.deletePrefix(prefix);
      await db.query('delete from blob_deletions where prefix = $1', [prefix]);
    } catch (error) {
      failures.push(error);
      await db.query('update blob_deletions set queued_at = now() where prefix = $1', [prefix]);
    }
  }
  if (failures.length > 0) throw failures[0];
  return rows.length === BATCH;
}

export interface BlobDeletionOptions {
  db: Db;
  blobs: Pick<Blobs, 'deletePrefix'>;
  signals: Signals;
  log: Logger;
}

/** Deletes what is queued. Several replicas may do the same work: deleting what is gone is no error. */
export function startBlobDeletion({ db, blobs, signals, log }: BlobDeletionOptions): Loop {
  const loop = startLoop({
    name: 'delete blobs',
    intervalMs: INTERVAL_MS,
    log,
    pass: () => deleteQueuedBlobs(db, blobs),
  });
  signals.on(BLOB_DELETIONS_SIGNAL, loop.wake);
  return loop;
}
