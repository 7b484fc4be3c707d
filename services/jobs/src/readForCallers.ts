import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault } from '@rotamer/kit/fault.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { JOB_COLUMNS, toJob } from './jobRow.ts';
import type { ReadJob } from './jobStore.ts';

/** A key polls one job at most this often, its status and its result each. */
export const POLL_SECONDS = 5;

/**
 * The caller's job, as `readOwnJob` reads it, for a key that polls it: `rate_limited` when it does so too often. One
 * round trip: `poll_job` is called for the row that is found, so an unknown or foreign job is not found however often it
 * is asked for, and leaves no trace.
 */
export async function pollOwnJob(
  db: Queryable,
  id: string,
  { workspaceId, keyId }: Pick<Caller, 'workspaceId' | 'keyId'>,
  kind: 'status' | 'result',
): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    `select ${JOB_COLUMNS}, clock_timestamp() as now, poll_job($3, id, $4, $5) as wait_seconds
     from jobs where id = $1 and workspace_id = $2`,
    [id, workspaceId, keyId, kind, POLL_SECONDS],
  );
  const [row] = rows;
  if (row?.wait_seconds > 0) {
    throw new Fault('rate_limited', `The ${kind} of a job may be read once in ${POLL_SECONDS} seconds.`, {
      resolution: 'Wait as long as Retry-After says, or follow the job by its event stream.',
      retryAfterSeconds: row.wait_seconds,
    });
  }
  return row && { job: toJob(row), now: row.now };
}

/** Forgets the polls whose pace is over: the next one is free anyway. */
export async function forgetPolls(db: Queryable): Promise<void> {
  await db.query('delete from polls where next_at < now()');
}
