import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { hearJobs } from '../commands/recordJobs.ts';
import type { Deps } from '../deps.ts';
import { parentRef } from '../engine/child.ts';

const INTERVAL_MS = 10_000;

/** Number of children that one pass compares. */
const BATCH = 200;

/** How long a child may be without an event before it is compared with its job. The event may be lost. */
const SILENCE = '60 seconds';

type SweepDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>;

/**
 * Compares children that had no event for a minute with their jobs, including children of ended attempts. Returns true if there may be
 * more.
 */
export async function sweepChildren({ db, jobs, signals }: SweepDeps, signal?: AbortSignal): Promise<boolean> {
  const { rows } = await db.query(
    `update children c set news_at = now()
     from (
       select attempt_id, node_id, n from children
       where job_id is not null and final_millicredits is null
         and news_at < now() - interval '${SILENCE}'
       order by news_at limit $1 for update skip locked
     ) s
     where (c.attempt_id, c.node_id, c.n) = (s.attempt_id, s.node_id, s.n)
     returning c.attempt_id, c.node_id, c.n, c.job_id, c.job_version`,
    [BATCH],
  );
  if (rows.length === 0) return false;
  const jobIds = rows.map(({ job_id }) => job_id);
  const found = await jobs.getMany({ jobIds }, { signal });
  const known = new Set([...found.jobs.map(({ id }) => id), ...(found.postponedJobIds ?? [])]);
  const gone = rows.filter(({ job_id }) => !known.has(job_id)).map(goneJob);
  await hearJobs({ db, signals }, [...found.jobs, ...gone]);
  return rows.length === BATCH;
}

/** Returns a failed job in place of a deleted one, so that its child fails. */
// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function goneJob(row: any): Job {
  return Job.fromPartial({
    id: row.job_id,
    version: row.job_version + 1,
    status: JobStatus.FAILED,
    error: 'The job no longer exists.',
    parentRef: parentRef(row.attempt_id, row.node_id, row.n),
  });
}

export function startSweep(deps: SweepDeps & Pick<Deps, 'log'>): Loop {
  return startLoop({
    name: 'sweep children',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: (signal) => sweepChildren(deps, signal),
  });
}
