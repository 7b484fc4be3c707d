import { newId } from '@rotamer/kit/ids.ts';
import { withClient } from './withClient.ts';
import type { World } from './world.ts';

/**
 * Inserts jobs of a workspace into the jobs database, completed and settled by default. Returns their ids, oldest
 * first. The jobs are spread over the projects, if any.
 */
export async function insertJobs(
  world: World,
  workspaceId: string,
  count: number,
  status: 'COMPLETED' | 'PROCESSING' = 'COMPLETED',
  projectIds: string[] = [],
): Promise<string[]> {
  const now = new Date();
  // An id with a count instead of its random part. Hexadecimal digits are base32 digits too.
  const prefix = newId('job', now).slice(0, 'job_'.length + 10);
  await withClient(world.databaseUrl('rotamer_jobs'), async (client) => {
    await client.query(
      `insert into jobs (id, workspace_id, project_id, status, version, tool, tool_version, tool_digest, major, name, created_by,
       wall_limit_ms, attempt, status_since, lease_expires_at, claimed_at, started_at, completed_at, progress, runtime_ms,
       mode, hold_id, reserved_millicredits, first_reserved_millicredits, charge_millicredits, final_millicredits, outcome, finalized_at)
     select $1::text || lpad(to_hex(n), 16, '0'), $2,
       ($6::text[])[1 + n % greatest(cardinality($6::text[]), 1)], $5::text, 5, 'protein-properties', '1.0.0', 'bench', 1, 'bench', 'bench',
       86400000, 1, $4::timestamptz, case when $5 = 'PROCESSING' then now() + interval '1 day' end, $4, $4,
       case when $5 = 'COMPLETED' then $4 end, 50, 1200, 'fixed', gen_random_uuid(), 1000, 1000, 1000, 1000, 'charged', $4
     from generate_series(1, $3) n`,
      [prefix, workspaceId, count, now, status, projectIds],
    );
    // Sets the counts that accepting these jobs would have set.
    await client.query(
      `insert into projects (workspace_id, id, members)
     select workspace_id, project_id, count(*) from jobs where workspace_id = $1 and project_id = any($2)
     group by workspace_id, project_id
     on conflict (workspace_id, id) do update set members = excluded.members`,
      [workspaceId, projectIds],
    );
    await client.query('vacuum analyze jobs');
  });
  return Array.from({ length: count }, (_, i) => prefix + (i + 1).toString(16).padStart(16, '0'));
}
