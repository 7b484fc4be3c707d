import { isAbortError } from 'abort-controller-x';
import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { isDependencyUnavailable } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';
import { shownText } from '../shownText.ts';
import { countParked } from './parkedWork.ts';

/** An item that failed this often is parked: after 21 minutes of retries. */
export const MAX_TRIES = 9;

/** Delay before the second try; doubled with each. */
const FIRST_DELAY_SECONDS = 5;

/** An item that was due this long ago and has not failed since has succeeded: its next failure is its first. */
const FORGET_AFTER = '1 hour';

/** Longest error that is kept, in UTF-16 units. */
const MAX_ERROR = 1_000;

/** No retry can succeed: the item is parked at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * A condition for the statement that finds a loop's work: excludes failed items that are not due yet, and parked ones.
 * `work` is a name and `id` a column from the code, never user input.
 */
export function due(work: string, id: string): string {
  return `${id} not in (select f.id from failed_work f where f.work = '${work}' and f.retry_at > now())`;
}

/**
 * Works on each item separately, on `atOnce` of them at the same time: one that fails is retried with exponential backoff,
 * then parked, and never blocks the others. An unavailable dependency is not the item's fault: it does not count as a try.
 *
 * @throws the first error of an unavailable dependency, once every item has been tried; at once when aborted.
 */
export async function workOnEach<Piece extends { id: string }>(
  { db, log, work, atOnce = 1 }: { db: Queryable; log: Logger; work: string; atOnce?: number },
  pieces: Piece[],
  perform: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  const unavailable: unknown[] = [];
  // Shared by all workers. Unlike the iterator of an array it ends for all when one of them throws.
  const left = (function* () {
    yield* pieces;
  })();
  async function worker(): Promise<void> {
    for (const piece of left) {
      try {
        await perform(piece);
      } catch (error) {
        if (isAbortError(error)) throw error;
        if (isDependencyUnavailable(error)) unavailable.push(error);
        else await noteFailure(db, work, piece.id, error, log);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (unavailable.length > 0) throw unavailable[0];
}

async function noteFailure(db: Queryable, work: string, id: string, error: unknown, log: Logger): Promise<void> {
  const text = shownText(error instanceof Error ? error.message : String(error), MAX_ERROR);
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
    [work, id, text, error instanceof PermanentFailure ? 1 : MAX_TRIES, FIRST_DELAY_SECONDS],
  );
  const line = { err: error, work, id, tries: rows[0].tries };
  if (!rows[0].parked) return log.warn(line, 'work failed; retrying');
  countParked(work);
  log.error(line, 'work parked; see: npm run admin -- dlq list');
}

/** Deletes the failures of items that need no more work. */
export async function forgetFailures(tx: Queryable, work: string, ids: string[]): Promise<void> {
  await tx.query(prepared('delete from failed_work where work = $1 and id = any($2)', [work, ids]));
}
