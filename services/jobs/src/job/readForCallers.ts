import type { Queryable } from '@rotamer/kit/db/db.ts';
import { deleteRows } from '@rotamer/kit/db/deleteRows.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { ShownJob } from './job.ts';
import { SHOWN_COLUMNS, toShownJob } from './jobRow.ts';

/** The shortest interval between two polls of a job by one key; status and result are counted separately. */
export const POLL_SECONDS = 5;

/** A read of a job on behalf of a caller. */
export interface CallersRead {
  jobId: string;
  workspaceId: string;
  /** The key that polls the job; undefined for a read that does not count as a poll. */
  pollerKeyId?: string;
}

/** A job for a caller. `readForCallers` returns undefined for a job that is not in the caller's workspace. */
export interface CallersJob {
  job: ShownJob;
  /** 0, or the whole seconds that the key has to wait before it may poll the job again. */
  waitSeconds: number;
}

/**
 * Reads jobs for callers in one round trip: sending and planning a single read costs more than running it. Polls are
 * counted only for jobs that are found, so an unknown or foreign job leaves no row. A refused poll changes nothing.
 *
 * Of polls that arrive together, one is allowed. The statement does not see the row of a concurrent poll that it had to
 * wait for; that poll has just started the full interval, so the wait is the full interval. Rows are locked in the
 * order of their keys, so that batches never deadlock.
 */
export async function readForCallers(
  db: Queryable,
  reads: CallersRead[],
  kind: 'status' | 'result',
): Promise<(CallersJob | undefined)[]> {
  const { rows } = await db.query(
    prepared(
      `with found as (
         select r.n, r.poller, row_number() over (partition by r.poller, id order by r.n) as turn, ${SHOWN_COLUMNS}
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality as r (wanted_id, callers_workspace, poller, n)
         join jobs on id = r.wanted_id and workspace_id = r.callers_workspace
       ), counted as (
         insert into polls (key_id, job_id, kind, next_at)
         select poller, id, $4, clock_timestamp() + make_interval(secs => $5) from found
         where poller is not null and turn = 1 order by poller, id
         on conflict (key_id, job_id, kind) do update set next_at = excluded.next_at
           where polls.next_at <= clock_timestamp()
         returning key_id, job_id
       )
       select found.*,
         case
           when poller is null or (turn = 1 and counted.job_id is not null) then 0
           when polls.next_at > clock_timestamp() then ceil(extract(epoch from polls.next_at - clock_timestamp()))
           else $5
         end::int as wait_seconds
       from found
       left join counted on counted.key_id = poller and counted.job_id = id
       left join polls on polls.key_id = poller and polls.job_id = id and polls.kind = $4`,
      [
        reads.map(({ jobId }) => jobId),
        reads.map(({ workspaceId }) => workspaceId),
        reads.map(({ pollerKeyId }) => pollerKeyId ?? null),
        kind,
        POLL_SECONDS,
      ],
    ),
  );
  const answers = new Array<CallersJob | undefined>(reads.length).fill(undefined);
  for (const row of rows) answers[row.n - 1] = { job: toShownJob(row), waitSeconds: row.wait_seconds };
  return answers;
}

/** Returns the refusal of a poll that comes too soon. */
export function polledTooSoon(what: 'status' | 'result', retryAfterSeconds: number): Fault {
  return new Fault('rate_limited', `A job's ${what} may be polled once every ${POLL_SECONDS} seconds.`, {
    resolution: "Retry after the time in Retry-After, or follow the job's event stream.",
    retryAfterSeconds,
  });
}

/**
 * Deletes polls whose interval is over: the next poll is allowed anyway. Skips locked rows instead of waiting for
 * batches of polls, which lock rows in another order.
 */
export async function purgePolls(db: Queryable, signal?: AbortSignal): Promise<void> {
  await deleteRows(db, 'polls', 'next_at < now()', [], { signal });
}
