import { setTimeout as sleep } from 'node:timers/promises';
import { isAbortError } from 'abort-controller-x';
import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { isOutage } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';
import { shownText } from '../shownText.ts';
import { counter } from '../telemetry/measures.ts';
import { beginAlone, beginTogether, MAX_DEATHS, whileBegun } from './begunWork.ts';

/** An item that failed this often is dead-lettered: after 21 minutes of retries. */
export const MAX_TRIES = 9;

/** Delay before the second try; doubled with each further try. */
const FIRST_DELAY_SECONDS = 5;

/** An item that was due this long ago and has not failed since has succeeded: its next failure counts as its first. */
const PURGE_AFTER = '1 hour';

/** Longest error that is stored, in UTF-16 units. */
const MAX_ERROR = 1_000;

/** No retry can succeed: the item is dead-lettered at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Returns a condition for the statement that finds a loop's work: it excludes failed items that are not due yet, and
 * dead-lettered ones. `work` is a name and `id` a column from the code, never user input.
 */
export function due(work: string, id: string): string {
  return `${id} not in (select f.id from failed_work f where f.work = '${work}' and f.retry_at > now())`;
}

/** How a loop works on its items. */
export interface WorkOptions {
  db: Queryable;
  log: Logger;
  /** The name of the loop, as operators see it. */
  work: string;
  /** Most items that are worked on at the same time. */
  atOnce?: number;
  /** Whether the work on an item was claimed: two processes may then work on different parts of the item at the same time. */
  claimed?: boolean;
}

/**
 * Works on each item separately, on `atOnce` items at the same time. A failed item is retried with exponential backoff,
 * then dead-lettered, and never blocks the others. An unavailable dependency is not the item's fault and does not count as
 * a try; a timeout does.
 *
 * Each item is recorded before it is begun. Items that a dead process had begun are worked on one by one, and are
 * dead-lettered when three processes have died while working on them. Items of another running process are left to it.
 *
 * @throws the first error of an unavailable dependency, once every item has been tried; at once when aborted.
 */
export async function workOnEach<Piece extends { id: string }>(
  options: WorkOptions,
  pieces: Piece[],
  perform: (piece: Piece) => Promise<unknown>,
): Promise<void> {
  if (pieces.length === 0) return;
  const { db, work } = options;
  const idsOf = (some: Piece[]) => some.map(({ id }) => id);
  const unavailable: unknown[] = [];
  const alone = await beginTogether(db, work, idsOf(pieces));
  const together = pieces.filter(({ id }) => !alone.includes(id));
  await whileBegun(options, idsOf(together), () => performAll(options, together, perform, unavailable));
  for (const id of alone) {
    const piece = pieces.find((one) => one.id === id)!;
    const deaths = await beginAlone(db, work, id, options.claimed ?? false);
    // Waits before the next query for work: the process that works on the item is about to end it.
    if (deaths === undefined) await sleep(BUSY_MS);
    else
      await whileBegun(options, [id], () => performAll(options, [piece], refusingDeaths(perform, deaths), unavailable));
  }
  if (unavailable.length > 0) throw unavailable[0];
}

/** How long a loop waits when another process works on an item. */
const BUSY_MS = 500;

function refusingDeaths<Piece>(perform: (piece: Piece) => Promise<unknown>, deaths: number): typeof perform {
  if (deaths < MAX_DEATHS) return perform;
  return async () => {
    throw new PermanentFailure(`${deaths} processes ended while they worked on this.`);
  };
}

async function performAll<Piece extends { id: string }>(
  { db, log, work, atOnce = 1 }: WorkOptions,
  pieces: Piece[],
  perform: (piece: Piece) => Promise<unknown>,
  unavailable: unknown[],
): Promise<void> {
  // Shared by all workers. Unlike the iterator of an array, a generator ends for all of them when one throws.
  const left = (function* () {
    yield* pieces;
  })();
  async function worker(): Promise<void> {
    for (const piece of left) {
      try {
        await perform(piece);
      } catch (error) {
        if (isAbortError(error)) throw error;
        if (isOutage(error)) unavailable.push(error);
        // When the failure cannot be recorded, the database is unavailable, so the pass fails.
        else await recordFailure(db, work, piece.id, error, log).catch((cannot) => unavailable.push(cannot));
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, pieces.length) }, worker));
}

/** Dead-letters an item of a loop that counts its tries itself. */
export async function parkWork(db: Queryable, work: string, id: string, error: unknown): Promise<void> {
  await db.query(
    `insert into failed_work (work, id, tries, error, failed_at, retry_at) values ($1, $2, 1, $3, now(), 'infinity')
     on conflict (work, id) do update set tries = failed_work.tries + 1, error = excluded.error, failed_at = now(), retry_at = 'infinity'`,
    [work, id, storedError(error)],
  );
  countParked(work);
}

const storedError = (error: unknown) => shownText(error instanceof Error ? error.message : String(error), MAX_ERROR);

async function recordFailure(db: Queryable, work: string, id: string, error: unknown, log: Logger): Promise<void> {
  await db.query(`delete from failed_work where work = $1 and retry_at < now() - $2::interval`, [work, PURGE_AFTER]);
  const { rows } = await db.query(
    `insert into failed_work as f (work, id, tries, error, failed_at, retry_at)
     values ($1, $2, 1, $3, now(), case when $4 <= 1 then 'infinity' else now() + $5 * interval '1 second' end)
     on conflict (work, id) do update set
       tries = f.tries + 1,
       error = excluded.error,
       failed_at = now(),
       retry_at = case when f.tries + 1 >= $4 then 'infinity' else now() + $5 * 2 ^ f.tries * interval '1 second' end
     returning tries, retry_at = 'infinity' as parked`,
    [work, id, storedError(error), error instanceof PermanentFailure ? 1 : MAX_TRIES, FIRST_DELAY_SECONDS],
  );
  const line = { err: error, work, id, tries: rows[0].tries };
  if (!rows[0].parked) return log.warn(line, 'work failed; retrying');
  countParked(work);
  log.error(line, 'work parked; see: npm run admin -- dlq list');
}

/** Deletes the failures of items that need no more work. */
export async function purgeFailures(tx: Queryable, work: string, ids: string[]): Promise<void> {
  await tx.query(prepared('delete from failed_work where work = $1 and id = any($2)', [work, ids]));
}

const parked = counter('dlq_messages', 'Events that a group gave up on, and work that a loop parked');

/** Counts an item that now waits for an operator. `type` is the type of the event, or the name of the loop. */
export function countParked(type: string): void {
  parked.add(1, { type });
}

/** Returns a condition for a statement: this item of a loop is dead-lettered. `work` is a name and `id` a column from the code. */
export function isParked(work: string, id: string): string {
  return `exists (select from failed_work f where f.work = '${work}' and f.id = ${id} and f.retry_at = 'infinity')`;
}
