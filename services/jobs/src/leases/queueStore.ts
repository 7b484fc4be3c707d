import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Job } from '../job/job.ts';
import { LIVE_SECONDS } from './liveOffers.ts';

/** Jobs of one tool and workspace that wait with one status. `error` and `dataset` are those of the job that waits longest. */
export interface WaitingGroup {
  tool: string;
  workspaceId: string;
  status: Job['status'];
  jobs: number;
  oldestSince: Date;
  error?: string;
  dataset?: string;
}

/** Returns the waiting jobs of all workspaces in groups, the longest wait first. */
export async function readWaiting(db: Queryable, limit: number): Promise<WaitingGroup[]> {
  const { rows } = await db.query(
    `select tool, workspace_id, status, count(*)::int as jobs, min(status_since) as oldest,
       (array_agg(error order by status_since))[1] as error, (array_agg(dataset order by status_since))[1] as dataset
     from jobs where status in ('PENDING', 'QUEUED', 'RETRY')
     group by tool, workspace_id, status order by oldest limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    tool: row.tool,
    workspaceId: row.workspace_id,
    status: row.status,
    jobs: row.jobs,
    oldestSince: row.oldest,
    error: row.error ?? undefined,
    dataset: row.dataset ?? undefined,
  }));
}

/** A runner that announced itself in the last day. */
export interface KnownRunner {
  id: string;
  seenAt: Date;
  live: boolean;
  tools: number;
  datasets: string[];
  runningJobs: number;
}

/** Returns the runners of the last day with their running jobs, live ones first. */
export async function readRunners(db: Queryable, limit: number): Promise<KnownRunner[]> {
  const { rows } = await db.query(
    `select runners.id, seen_at, seen_at > now() - make_interval(secs => $1) as live,
       jsonb_array_length(offers) as tools, datasets, coalesce(running.jobs, 0)::int as running
     from runners left join (
       select runner_id, count(*) as jobs from jobs where status = 'PROCESSING' group by runner_id
     ) running on running.runner_id = runners.id
     order by live desc, runners.id limit $2`,
    [LIVE_SECONDS, limit],
  );
  return rows.map(({ id, seen_at: seenAt, live, tools, datasets, running: runningJobs }) => {
    return { id, seenAt, live, tools, datasets, runningJobs };
  });
}
