import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { Deps } from '../deps.ts';
import { WORK_SIGNALS } from '../run/changeAttempt.ts';
import { noteJobs } from '../run/noteJobs.ts';

const INTERVAL_MS = 2_000;

/** Jobs that are cancelled by one call. */
const BATCH = 100;

/** How long until a cancellation that was not heard of is repeated. */
const CLAIM = '15 seconds';

type StopDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>;

/** Cancels the jobs of children that are not wanted any more; `attemptId`: those of one attempt. Answers how many there were. */
export async function stopJobs(
  { db, jobs, signals }: StopDeps,
  signal?: AbortSignal,
  attemptId?: string,
): Promise<number> {
  const { rows } = await db.query(
    `update children c set try_at = now() + interval '${CLAIM}'
     from (
       select attempt_id, node_id, n from children
       where state = 'ACTIVE' and stop and (try_at <= now() or attempt_id = $2) and ($2::text is null or attempt_id = $2)
       order by try_at limit $1 for update skip locked
     ) d
     where (c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n) returning c.job_id`,
    [BATCH, attemptId],
  );
  if (rows.length === 0) return 0;
  const cancelled = await jobs.cancelMany(
    rows.map(({ job_id }) => job_id),
    { signal },
  );
  if ((await noteJobs(db, cancelled)) > 0) signals.send(WORK_SIGNALS.collect);
  return rows.length;
}

export function startStopping(deps: StopDeps & Pick<Deps, 'log'>): Loop {
  const loop = startLoop({
    name: 'stop children',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => (await stopJobs(deps, signal)) === BATCH,
  });
  deps.signals.on(WORK_SIGNALS.stop, loop.wake);
  return loop;
}
