import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { startWokenLoop } from '@rotamer/kit/db/startWokenLoop.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import type { ChangeJob } from '../job/changeJob.ts';
import type { Command } from '../job/decideJob.ts';
import { liveOffers } from '../leases/runnerStore.ts';

/** Woken when a runner's offers have changed or someone asks to try now. */
export const OFFERS_SIGNAL = 'offers';

const INTERVAL_MS = 1_000;

/** A queued job becomes PENDING when no runner offered its tool for this long, in passes without a break. */
const UNOFFERED_MS = 60_000;
const LONGEST_BREAK_MS = 5_000;
const BATCH = 200;

/** The loop, as operators see it. */
const MATCH_OFFERS = 'match-offers';
const DUE = due(MATCH_OFFERS, 'id');

const NOT_OFFERED = 'No runner has offered this tool for a minute; the job will start when one does.';

interface MatchDeps {
  db: Db;
  changeJob: ChangeJob;
  log: Logger;
}

/** Moves jobs between QUEUED and PENDING as runners come and go, and gives up those that waited a day. */
export function startOfferMatching(deps: MatchDeps & { signals: Signals }): Loop {
  const unofferedSince = createAbsenceWatch();
  return startWokenLoop({
    name: 'match offers',
    intervalMs: INTERVAL_MS,
    signals: deps.signals,
    wokenBy: OFFERS_SIGNAL,
    log: deps.log,
    pass: async () => {
      const offered = await liveOffers(deps.db);
      const waiting = await waitingTools(deps.db);
      const missing = waiting.filter((tool) => !offered.has(tool));
      const gone = unofferedSince(missing, performance.now());
      const moved = [
        await changeAll(deps, await pendingJobs(deps.db, [...offered]), { type: 'offer' }),
        await changeAll(deps, await queuedJobs(deps.db, gone), { type: 'unoffer', reason: NOT_OFFERED }),
        await changeAll(deps, await stalePendingJobs(deps.db), { type: 'giveUp' }),
      ];
      return moved.includes(BATCH);
    },
  });
}

/** Tools that were missing in every pass of the last minute; a break in the passes starts the minute anew. */
export function createAbsenceWatch() {
  let since = new Map<string, number>();
  let lastPass = Number.NEGATIVE_INFINITY;
  return (missing: string[], nowMs: number): string[] => {
    const unbroken = nowMs - lastPass <= LONGEST_BREAK_MS;
    lastPass = nowMs;
    since = new Map(missing.map((tool) => [tool, (unbroken ? since.get(tool) : undefined) ?? nowMs]));
    return missing.filter((tool) => nowMs - since.get(tool)! >= UNOFFERED_MS);
  };
}

async function changeAll({ db, log, changeJob }: MatchDeps, ids: string[], command: Command): Promise<number> {
  const change = ({ id }: { id: string }) =>
    // A job that moved on in the meantime refuses; it is no longer this loop's business.
    changeJob(id, command).catch((error) => {
      if (error.code !== 'conflict') throw error;
    });
  await Promise.all(ids.map((id) => workOnEach({ db, log, work: MATCH_OFFERS }, [{ id }], change)));
  return ids.length;
}

/** Hops through the index from one tool to the next: `distinct` would read the whole queue. */
export async function waitingTools(db: Db): Promise<string[]> {
  const { rows } = await db.query(
    prepared(
      `with recursive hop (tool, major) as (
         (select tool, major from jobs where status in ('QUEUED', 'RETRY') order by tool, major limit 1)
         union all
         select next.tool, next.major
         from hop cross join lateral (
           select tool, major from jobs
           where status in ('QUEUED', 'RETRY') and (jobs.tool, jobs.major) > (hop.tool, hop.major)
           order by tool, major limit 1
         ) next
       )
       select tool || '@' || major as tool from hop`,
      [],
    ),
  );
  return rows.map((row) => row.tool);
}

async function pendingJobs(db: Db, offered: string[]): Promise<string[]> {
  const { rows } = await db.query(
    `select id from jobs where status = 'PENDING' and tool || '@' || major = any($1) and ${DUE} order by id limit $2`,
    [offered, BATCH],
  );
  return rows.map((row) => row.id);
}

async function queuedJobs(db: Db, gone: string[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const { rows } = await db.query(
    `select id from jobs where status in ('QUEUED', 'RETRY') and tool || '@' || major = any($1) and ${DUE} order by id limit $2`,
    [gone, BATCH],
  );
  return rows.map((row) => row.id);
}

async function stalePendingJobs(db: Db): Promise<string[]> {
  const { rows } = await db.query(
    `select id from jobs where status = 'PENDING' and status_since < now() - interval '24 hours' and ${DUE} order by id limit $1`,
    [BATCH],
  );
  return rows.map((row) => row.id);
}
