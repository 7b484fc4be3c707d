import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';
import { LEASE_MS } from './leases.ts';

export interface Offer {
  tool: string;
  major: number;
}

/**
 * Leases the next jobs to a runner. Fair across workspaces: each workspace's oldest jobs take turns, and what a
 * workspace has running already counts as turns taken. Distinct workspaces are found by hopping through the index
 * (`waiting`), so a queue of 100,000 jobs of one workspace costs as much as a queue of one. What runs is counted once
 * for each workspace that waits (`busy`): counted for each job, a claim of 3,000 jobs of 100 workspaces took more than
 * 15 s (measured). SKIP LOCKED lets claimers work beside each other; a claimer that skips everything finds the rest on
 * its next try.
 * The caller tells the event in the same transaction.
 */
export async function claimJobs(tx: Queryable, runnerId: string, offers: Offer[], limit: number): Promise<Job[]> {
  const { rows } = await tx.query(
    prepared(
      `with recursive waiting (workspace_id) as (
       (select workspace_id from jobs where status in ('QUEUED', 'RETRY') order by workspace_id limit 1)
       union all
       select (select j.workspace_id from jobs j
               where j.status in ('QUEUED', 'RETRY') and j.workspace_id > w.workspace_id
               order by j.workspace_id limit 1)
       from waiting w where w.workspace_id is not null
     ),
     busy as materialized (
       select w.workspace_id,
         (select count(*) from jobs r where r.workspace_id = w.workspace_id and r.status = 'PROCESSING') as running
       from waiting w
     ),
     heads as (
       select j.id,
         row_number() over (partition by w.workspace_id order by j.id) + b.running as turn
       from waiting w
       join busy b using (workspace_id)
       cross join lateral (
         select id from jobs
         where workspace_id = w.workspace_id and status in ('QUEUED', 'RETRY')
           and (next_attempt_at is null or next_attempt_at <= now())
           and (tool, major) in (select * from unnest($2::text[], $3::int[]))
         order by id limit $4
       ) j
       where w.workspace_id is not null
     ),
     picked as (
       select j.id from jobs j join heads h using (id)
       where j.status in ('QUEUED', 'RETRY')
       order by h.turn, j.id limit $4
       for update of j skip locked
     )
     update jobs set
       status = 'PROCESSING', status_since = now(), version = version + 1, attempt = attempt + 1,
       runner_id = $1, claimed_at = now(), lease_expires_at = now() + make_interval(secs => $5),
       next_attempt_at = null, started_at = null, progress = null, runtime_ms = null, error = null
     where id in (select id from picked)
     returning ${JOB_COLUMNS}`,
      [runnerId, offers.map((offer) => offer.tool), offers.map((offer) => offer.major), limit, LEASE_MS / 1000],
    ),
  );
  return rows.map(toJob);
}
