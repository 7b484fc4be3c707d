import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWokenLoop } from '@rotamer/kit/work/startWokenLoop.ts';
import type { ChangeJob } from '../job/changeJob.ts';
import type { Command } from '../job/decideJob.ts';
import { liveOffers, type Need } from '../leases/liveOffers.ts';

/** Sent when a runner's offers have changed, or when a user asks to try a job now. */
export const OFFERS_SIGNAL = 'offers';

const INTERVAL_MS = 1_000;

/**
 * A queued job becomes PENDING when no runner has offered its tool for this long, in passes without a gap of more than
 * LONGEST_BREAK_MS.
 */
const UNOFFERED_MS = 60_000;
const LONGEST_BREAK_MS = 5_000;
const BATCH = 200;

/** Name of the loop, as operators see it. */
const MATCH_OFFERS = 'match-offers';
const DUE = due(MATCH_OFFERS, 'id');

const NOT_OFFERED = 'No runner has offered this tool for a minute; the job will start when one does.';
const NOT_HELD = 'No runner of this tool has held its dataset for a minute; the job will start when one does.';

interface MatchDeps {
  db: Db;
  changeJob: ChangeJob;
  log: Logger;
}

/**
 * Starts the loop that moves jobs between QUEUED and PENDING as runners come and go, fails PENDING jobs after a day, and
 * cancels jobs that no runner has taken in the time that their submission gave.
 */
export function startOfferMatching(deps: MatchDeps & { signals: Signals }): Loop {
  const unofferedSince = createAbsenceWatch();
  return startWokenLoop({
    name: 'match offers',
    intervalMs: INTERVAL_MS,
    signals: deps.signals,
    wokenBy: OFFERS_SIGNAL,
    log: deps.log,
    pass: async () => {
      if (!(await anyWaits(deps.db))) {
        unofferedSince([], performance.now());
        return false;
      }
      const offered = await liveOffers(deps.db);
      const waiting = await waitingNeeds(deps.db, 'queued');
      const pending = await waitingNeeds(deps.db, 'pending');
      const isOffered = (key: string) => offered.has(needOf(key));
      const missing = waiting.filter((need) => !isOffered(need));
      const gone = unofferedSince(missing, performance.now());
      const [withData, withoutData] = [gone.filter(hasDataset), gone.filter((need) => !hasDataset(need))];
      const moved = [
        await changeAll(deps, await jobsOf(deps.db, 'pending', pending.filter(isOffered)), { type: 'offer' }),
        await changeAll(deps, await jobsOf(deps.db, 'queued', withoutData), { type: 'unoffer', reason: NOT_OFFERED }),
        await changeAll(deps, await jobsOf(deps.db, 'queued', withData), { type: 'unoffer', reason: NOT_HELD }),
        await changeAll(deps, await stalePendingJobs(deps.db), { type: 'giveUp' }),
        await changeAll(deps, await lateJobs(deps.db), { type: 'cancelLate' }),
      ];
      return moved.includes(BATCH);
    },
  });
}

/**
 * Returns a function that returns the tools that were missing in every pass of the last minute. A gap between passes
 * starts the minute again.
 */
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
    // A job whose status has changed in the meantime refuses the command; this loop has nothing to do for it.
    changeJob(id, command).catch((error) => {
      if (error.code !== 'conflict') throw error;
    });
  await workOnEach(
    { db, log, work: MATCH_OFFERS, atOnce: ids.length },
    ids.map((id) => ({ id })),
    change,
  );
  return ids.length;
}

/** Conditions of waiting jobs; each has an index by tool. */
const WAITING = { queued: `status in ('QUEUED', 'RETRY')`, pending: `status = 'PENDING'` };

/** Returns whether any job waits for a runner: most passes of most installations find none. The order makes it use the indexes. */
async function anyWaits(db: Db): Promise<boolean> {
  const first = (where: string) => `(select tool from jobs where ${where} order by tool, major limit 1)`;
  const statement = `select coalesce(${first(WAITING.queued)}, ${first(WAITING.pending)}) as tool`;
  const { rows } = await db.query(prepared(statement, []));
  return rows[0].tool !== null;
}

/**
 * Returns the tools that jobs wait for. Goes through the index from one tool to the next, because `distinct` would read
 * all waiting jobs.
 */
export async function waitingTools(db: Db, where: keyof typeof WAITING): Promise<string[]> {
  const { rows } = await db.query(
    prepared(
      `with recursive hop (tool, major) as (
         (select tool, major from jobs where ${WAITING[where]} order by tool, major limit 1)
         union all
         select next.tool, next.major
         from hop cross join lateral (
           select tool, major from jobs
           where ${WAITING[where]} and (jobs.tool, jobs.major) > (hop.tool, hop.major)
           order by tool, major limit 1
         ) next
       )
       select tool || '@' || major as tool from hop`,
      [],
    ),
  );
  return rows.map((row) => row.tool);
}

/** Returns what jobs wait for, as keys: `blast-search@2`, or `blast-search@2 swissprot@2026_04` with a release. */
async function waitingNeeds(db: Db, where: keyof typeof WAITING): Promise<string[]> {
  const { rows } = await db.query(
    prepared(
      `select distinct tool || '@' || major || ' ' || dataset as need
       from jobs where ${WAITING[where]} and dataset is not null and status in ('PENDING', 'QUEUED', 'RETRY')`,
      [],
    ),
  );
  return [...(await waitingTools(db, where)), ...rows.map((row) => row.need)];
}

const hasDataset = (key: string): boolean => key.includes(' ');

function needOf(key: string): Need {
  const [offer, dataset] = key.split(' ') as [string, string?];
  const [tool, major] = offer.split('@') as [string, string];
  return { tool, major: Number(major), ...(dataset !== undefined && { dataset }) };
}

/** Returns at most BATCH jobs that wait for these tools and releases, one after the other. */
async function jobsOf(db: Db, where: keyof typeof WAITING, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const needs = keys.map(needOf);
  const { rows } = await db.query(
    `select j.id from unnest($1::text[], $2::int[], $3::text[]) wanted (tool, major, dataset) cross join lateral (
       select id from jobs
       where ${WAITING[where]} and tool = wanted.tool and major = wanted.major and dataset is not distinct from wanted.dataset and ${DUE}
       limit ${BATCH}
     ) j limit ${BATCH}`,
    [needs.map(({ tool }) => tool), needs.map(({ major }) => major), needs.map(({ dataset }) => dataset ?? null)],
  );
  return rows.map((row) => row.id);
}

async function stalePendingJobs(db: Db): Promise<string[]> {
  const { rows } = await db.query(
    `select id from jobs where status = 'PENDING' and status_since < now() - interval '24 hours' and ${DUE}
     order by status_since limit ${BATCH}`,
  );
  return rows.map((row) => row.id);
}

/** Returns jobs that no runner has taken in the time that their submission gave. */
export async function lateJobs(db: Db): Promise<string[]> {
  const { rows } = await db.query(
    `select id from jobs where cancel_at <= now() and attempt = 0 and completed_at is null and ${DUE}
     order by cancel_at limit ${BATCH}`,
  );
  return rows.map((row) => row.id);
}
