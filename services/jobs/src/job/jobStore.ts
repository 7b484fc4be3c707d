import { hasMembers } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Job, ShownJob } from './job.ts';
import { JOB_COLUMNS, SHOWN_COLUMNS, toJob, toShownJob } from './jobRow.ts';

/** A job and the database's time at which it was read. Decisions about leases and billing use only this clock. */
export interface ReadJob {
  job: Job;
  now: Date;
}

/** Returns a job of any workspace; for runners and loops. */
export async function readJob(db: Queryable, id: string): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    prepared(`select ${JOB_COLUMNS}, clock_timestamp() as now from jobs where id = $1`, [id]),
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

/** Returns a job of the caller's workspace; undefined for jobs of other workspaces, as for unknown ones. */
export async function readOwnJob(db: Queryable, id: string, workspaceId: string): Promise<ReadJob | undefined> {
  const { rows } = await db.query(
    prepared(`select ${JOB_COLUMNS}, clock_timestamp() as now from jobs where id = $1 and workspace_id = $2`, [
      id,
      workspaceId,
    ]),
  );
  return rows[0] && { job: toJob(rows[0]), now: rows[0].now };
}

/** Returns the jobs of the workspace among these ids. */
export async function readOwnJobs(db: Queryable, ids: string[], workspaceId: string): Promise<Job[]> {
  const { rows } = await db.query(
    prepared(`select ${JOB_COLUMNS} from jobs where id = any($1) and workspace_id = $2`, [ids, workspaceId]),
  );
  return rows.map(toJob);
}

/** Returns jobs of any workspaces, in the order of the given ids; undefined for an unknown id. */
export async function readEach(db: Queryable, ids: string[]): Promise<(ReadJob | undefined)[]> {
  // A lateral join with a limit stays a lookup by key, even in a plan that was made while the table was small.
  const { rows } = await db.query(
    prepared(
      `select jobs.*, clock_timestamp() as now
       from unnest($1::text[]) as wanted (wanted_id)
       cross join lateral (select ${JOB_COLUMNS} from jobs where id = wanted_id limit 1) jobs`,
      [ids],
    ),
  );
  const found = new Map(rows.map((row) => [row.id, { job: toJob(row), now: row.now }]));
  return ids.map((id) => found.get(id));
}

export async function readJobs(db: Queryable, ids: string[]): Promise<ShownJob[]> {
  const { rows } = await db.query(prepared(`select ${SHOWN_COLUMNS} from jobs where id = any($1)`, [ids]));
  return rows.map(toShownJob);
}

export interface JobFilter {
  workspaceId: string;
  /** Jobs older than this id. */
  beforeId?: string;
  projectId?: string;
  unassigned: boolean;
  limit: number;
}

/** Returns jobs, newest first. Ids are time-sortable, so one index serves every page at the same cost. */
export async function listJobs(db: Queryable, filter: JobFilter): Promise<ShownJob[]> {
  const values: unknown[] = [filter.workspaceId, filter.limit];
  const place = (value: unknown) => `$${values.push(value)}`;
  // Each kind of page has its own statement text, so that even a cached plan uses the index to start after the previous
  // page.
  const conditions = ['workspace_id = $1'];
  if (filter.beforeId) conditions.push(`id collate "C" < ${place(filter.beforeId)}`);
  if (filter.projectId !== undefined) {
    const project = place(filter.projectId);
    conditions.push(`project_id = ${project}`, hasMembers('$1', project));
  }
  if (filter.unassigned) conditions.push('project_id is null');
  const text = `select ${SHOWN_COLUMNS} from jobs where ${conditions.join(' and ')} order by id collate "C" desc limit $2`;
  const { rows } = await db.query(filter.projectId === undefined ? prepared(text, values) : { text, values });
  return rows.map(toShownJob);
}

export async function countActive(db: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as active from jobs where workspace_id = $1 and completed_at is null',
    [workspaceId],
  );
  return rows[0].active;
}

const MOST_WAITING = 1_000;

/** Returns how many jobs of all workspaces wait for a runner of a tool, at most 1,000. */
export async function countWaiting(db: Queryable, tool: string): Promise<number> {
  const { rows } = await db.query(
    prepared(
      `select count(*)::int as waiting from (
         select from jobs where status in ('QUEUED', 'RETRY') and tool = $1 limit ${MOST_WAITING}
       ) queue`,
      [tool],
    ),
  );
  return rows[0].waiting;
}

/** Returns how many waiting jobs of the same workspace and tool were submitted before a job, at most 1,000. */
export async function countOwnBefore(
  db: Queryable,
  { tool, major, workspaceId, id }: { tool: string; major: number; workspaceId: string; id: string },
): Promise<number> {
  const { rows } = await db.query(
    prepared(
      `select count(*)::int as waiting from (
         select from jobs
         where status in ('QUEUED', 'RETRY') and tool = $1 and major = $2 and workspace_id = $3 and id < $4
         limit ${MOST_WAITING}
       ) queue`,
      [tool, major, workspaceId, id],
    ),
  );
  return rows[0].waiting;
}

export async function readInputs(db: Queryable, jobId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query(prepared('select body from job_inputs where job_id = $1', [jobId]));
  return rows[0]?.body;
}

/** Returns the ids among these that belong to a job, in any workspace. */
export async function existingJobs(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query('select id from jobs where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}
