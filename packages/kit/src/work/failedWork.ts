import { isAbortError } from 'abort-controller-x';
import type { Queryable } from '../db/db.ts';
import { Fault } from '../errors/fault.ts';
import { isTransientError } from '../errors/transientErrors.ts';
import type { Logger } from '../process/log.ts';

/** A piece of work that failed this often is parked: after 21 minutes of tries. */
export const MAX_TRIES = 9;

/** Before the second try; doubled with each. */
const FIRST_DELAY_SECONDS = 5;

/** A piece that was due this long ago and has not failed since has succeeded: its next failure is its first. */
const FORGET_AFTER = '1 hour';

/** Longest error that is kept, in UTF-16 units. */
const MAX_ERROR = 1_000;

/** No later try can succeed: the piece is parked at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * A condition for the statement with which a loop finds its work: leaves out what failed and is not due yet, and what is
 * parked. `work` is a name and `id` a column of ours, never a user's text.
 */
export function due(work: string, id: string): string {
  return `${id} not in (select f.id from failed_work f where f.work = '${work}' and f.retry_at > now())`;
}

/**
 * Works on each piece apart: one that fails is tried again later and later, then parked, and never keeps the others from
 * their turn. A neighbour that is away is no fault of the piece: it counts as no try.
 *
 * @throws the first error that says that a neighbour is away, once every piece had its turn; at once when aborted.
 */
export async function workOnEach<Piece extends { id: string }>(
  { db, log, work }: { db: Queryable; log: Logger; work: string },
  pieces: Piece[],
  perform: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  const away: unknown[] = [];
  for (const piece of pieces) {
    try {
      await perform(piece);
    } catch (error) {
      if (isAbortError(error)) throw error;
      if (isDependencyUnavailable(error)) away.push(error);
      else await noteFailure(db, work, piece.id, error, log);
    }
  }
  if (away.length > 0) throw away[0];
}

/** Whether an error says no more than that a neighbour is away, a called service included. */
export function isDependencyUnavailable(error: unknown): boolean {
  return isTransientError(error) || (error instanceof Fault && error.code === 'service_unavailable');
}

async function noteFailure(db: Queryable, work: string, id: string, error: unknown, log: Logger): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, MAX_ERROR);
  await db.query(`delete from failed_work where work = $1 and retry_at < now() - $2::interval`, [work, FORGET_AFTER]);
  const { rows } = await db.query(
    `insert into failed_work as f (work, id, tries, error, failed_at, retry_at)
     values ($1, $2, 1, $3, now(), case when $4 <= 1 then 'infinity' else now() + $5 * interval '1 second' end)
     on conflict (work, id) do update set
       tries = f.tries + 1,
       error = excluded.error,
       failed_at = now(),
       retry_at = case when f.tries + 1 >= $4 then 'infinity' else now() + $5 * 2 ^ f.tries * interval '1 second' end
     returning tries, retry_at = 'infinity' as parked`,
    [work, id, text.toWellFormed(), error instanceof PermanentFailure ? 1 : MAX_TRIES, FIRST_DELAY_SECONDS],
  );
  const line = { err: error, work, id, tries: rows[0].tries };
  if (rows[0].parked) log.error(line, 'work parked; see: npm run admin -- dlq list');
  else log.warn(line, 'work failed; it is tried again');
}

/** Forgets the failures of a piece that nobody is to work on any more. */
export async function forgetFailures(tx: Queryable, work: string, id: string): Promise<void> {
  await tx.query('delete from failed_work where work = $1 and id = $2', [work, id]);
}
