import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { DisplayUnit, SetLimitsRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';

/** Creates a workspace with empty accounts; the plan must exist. */
export async function insertWorkspace(
  tx: Queryable,
  { id, name, plan }: Pick<Workspace, 'id' | 'name' | 'plan'>,
): Promise<void> {
  await tx.query('insert into workspaces (id, name, plan) values ($1, $2, $3)', [id, name, plan]);
  await tx.query('insert into accounts (workspace_id) values ($1)', [id]);
}

/** Workspaces with their plan, their limits (the plan's unless overridden) and their available credits. */
const WORKSPACES = `select w.id, w.name, w.plan, p.paid,
    coalesce(w.concurrent_jobs, p.concurrent_jobs) as concurrent_jobs,
    coalesce(w.jobs_per_day, p.jobs_per_day) as jobs_per_day,
    coalesce(w.storage_bytes, p.storage_bytes) as storage_bytes,
    coalesce(w.requests_per_minute, p.requests_per_minute) as requests_per_minute,
    a.posted_millicredits - a.held_millicredits as available_millicredits, w.unit_name, w.unit_rate
  from workspaces w join plans p on p.tier = w.plan join accounts a on a.workspace_id = w.id`;

/** Returns undefined for an unknown id. */
export async function findWorkspace(db: Queryable, id: string): Promise<Workspace | undefined> {
  const { rows } = await db.query(prepared(`${WORKSPACES} where w.id = $1`, [id]));
  return rows.map(toWorkspace)[0];
}

/** Returns workspaces in the order of their ids, after an id. */
export async function listWorkspaces(db: Queryable, afterId: string, limit: number): Promise<Workspace[]> {
  const { rows } = await db.query(`${WORKSPACES} where w.id > $1 order by w.id limit $2`, [afterId, limit]);
  return rows.map(toWorkspace);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toWorkspace(row: any): Workspace {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    paid: row.paid,
    limits: {
      concurrentJobs: row.concurrent_jobs,
      jobsPerDay: row.jobs_per_day ?? undefined,
      storageBytes: row.storage_bytes,
      requestsPerMinute: row.requests_per_minute,
    },
    availableMillicredits: row.available_millicredits,
    unit: row.unit_name === null ? undefined : { name: row.unit_name, rate: row.unit_rate },
  };
}

export async function listPlans(db: Queryable): Promise<string[]> {
  const { rows } = await db.query('select tier from plans order by tier');
  return rows.map((row) => row.tier);
}

export async function updateName(db: Queryable, workspaceId: string, name: string): Promise<void> {
  await db.query('update workspaces set name = $2 where id = $1', [workspaceId, name]);
}

/** Sets the unit in which amounts are shown; undefined for credits. */
export async function updateUnit(db: Queryable, workspaceId: string, unit: DisplayUnit | undefined): Promise<void> {
  await db.query('update workspaces set unit_name = $2, unit_rate = $3 where id = $1', [
    workspaceId,
    unit?.name ?? null,
    unit?.rate ?? null,
  ]);
}

/** Changes the plan, which must exist. Overrides of limits stay. */
export async function updatePlan(db: Queryable, workspaceId: string, plan: string): Promise<void> {
  await db.query('update workspaces set plan = $2 where id = $1', [workspaceId, plan]);
}

/** Changes limits. Absent limits stay. */
export async function updateLimits(db: Queryable, limits: SetLimitsRequest): Promise<void> {
  await db.query(
    `update workspaces set
       concurrent_jobs = coalesce($2, concurrent_jobs),
       jobs_per_day = coalesce($3, jobs_per_day),
       storage_bytes = coalesce($4, storage_bytes),
       requests_per_minute = coalesce($5, requests_per_minute)
     where id = $1`,
    [limits.workspaceId, limits.concurrentJobs, limits.jobsPerDay, limits.storageBytes, limits.requestsPerMinute],
  );
}
