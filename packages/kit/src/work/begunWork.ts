import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { ASYNC_COMMIT } from '../db/transaction.ts';
import type { Logger } from '../process/log.ts';

/** An item is dead-lettered once this number of processes died while working on it. */
export const MAX_DEATHS = 3;

/** Heartbeat interval of a process for the items that it works on. After `SILENCE` without a heartbeat the process counts as dead. */
const BEAT_MS = 5_000;
const SILENCE = "interval '15 seconds'";

/** When a record is deleted that a dead process left of an item which another process has done since. */
const PURGE_AFTER = "interval '1 day'";

/**
 * Records that these items are begun. Returns the items that were recorded already. Those must be begun one by one, in the
 * returned order: items during which a process died come last.
 */
export async function beginTogether(db: Queryable, work: string, ids: string[]): Promise<string[]> {
  const { rows } = await db.query(
    prepared(
      `insert into begun_work (work, id) select $1, id from unnest($2::text[]) id where ${ASYNC_COMMIT} order by id
       on conflict do nothing returning id`,
      [work, ids],
    ),
  );
  const fresh = new Set(rows.map(({ id }) => id));
  const others = ids.filter((id) => !fresh.has(id));
  if (others.length === 0) return [];
  const { rows: known } = await db.query('select id, deaths from begun_work where work = $1 and id = any($2)', [
    work,
    others,
  ]);
  const deaths = new Map<string, number>(known.map((row) => [row.id, row.deaths]));
  return others.toSorted((a, b) => (deaths.get(a) ?? 0) - (deaths.get(b) ?? 0));
}

/**
 * Begins one item that was recorded before. Returns how many processes died while they worked on it. Returns undefined
 * when another process works on it now, unless `claimed` says that this process has its own part of the item.
 */
export async function beginAlone(
  db: Queryable,
  work: string,
  id: string,
  claimed: boolean,
): Promise<number | undefined> {
  await db.query(`delete from begun_work where work = $1 and begun_at < now() - ${PURGE_AFTER}`, [work]);
  const { rows } = await db.query(
    `insert into begun_work as b (work, id) values ($1, $2) on conflict (work, id) do update
       set deaths = b.deaths + (b.begun_at < now() - ${SILENCE})::int, begun_at = now()
       where $3 or b.begun_at < now() - ${SILENCE}
     returning deaths`,
    [work, id, claimed],
  );
  return rows[0]?.deaths;
}

const THESE = 'select work, id from begun_work where work = $1 and id = any($2) order by id for update';

/** Deletes the records of these items. */
export async function endWork(db: Queryable, work: string, ids: string[]): Promise<void> {
  await db.query(prepared(`delete from begun_work where (work, id) in (${THESE}) and ${ASYNC_COMMIT}`, [work, ids]));
}

/**
 * Does some work with heartbeats for its items. Afterwards deletes the records of the items, also after a failure; only a
 * crash of the process leaves them.
 */
export async function whileBegun(
  { db, log, work }: { db: Queryable; log: Logger; work: string },
  ids: string[],
  perform: () => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return perform();
  const rest = keepBegun(db, log, work, ids);
  try {
    await perform();
  } finally {
    rest();
    await endWork(db, work, ids).catch((error) => log.warn({ err: error, work }, 'work that has ended is still noted'));
  }
}

/** Sends heartbeats for items that are being worked on, until the returned function is called. */
function keepBegun(db: Queryable, log: Logger, work: string, ids: string[]): () => void {
  const beat = () =>
    db
      .query(`update begun_work set begun_at = now() where (work, id) in (${THESE})`, [work, ids])
      .catch((error) => log.warn({ err: error, work }, 'no sign of life could be given for work that is under way'));
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => clearInterval(timer);
}
