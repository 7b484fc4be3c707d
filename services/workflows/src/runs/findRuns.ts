import type { Queryable } from '@rotamer/kit/db/db.ts';
import { enumName, enumWord } from '@rotamer/kit/enumWord.ts';
import { lowestIdAt } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { PauseReason } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ListRunsRequest, ListRunsResponse, RunSummary } from '@rotamer/proto/workflows/v1/workflows.ts';
import { counts } from '../engine/attempt.ts';
import { MAY_SEE } from '../workflow/access.ts';
import { toAttempt, toRun } from './runStore.ts';

/** Most runs that one page looks at. A page of rare runs is shorter than its limit, and its cursor goes on. */
export const MOST_SCANNED = 2_000;

/**
 * Returns a page of the runs that the caller may see and that match, newest first. At most MOST_SCANNED runs are looked at,
 * so a page costs the same however many runs there are.
 */
export async function findRuns(db: Queryable, search: ListRunsRequest, caller: Caller): Promise<ListRunsResponse> {
  const values: unknown[] = [caller.workspaceId, caller.userId, caller.role];
  const place = (value: unknown) => `$${values.push(value)}`;
  const scanned = `from runs r where ${scannedBy(search, place).join(' and ')} order by r.id collate "C" desc`;
  const conditions = [`(${MAY_SEE('$3')} or r.created_by = $2)`, ...conditionsOf(search, place)];
  const { rows } = await db.query({
    text: `select scan.last_id, page.*
      from (select (select r.id ${scanned} offset ${MOST_SCANNED - 1} limit 1) as last_id) scan
      left join (
        select r.*, w.name as shown_workflow_name, v.number as revision_number
        from (select r.* ${scanned} limit ${MOST_SCANNED}) r
        cross join lateral (select * from workflows where id = r.workflow_id limit 1) w
        cross join lateral (select number from revisions where id = r.revision_id limit 1) v
        cross join lateral (select status, pause_reason from attempts where id = r.attempt_id limit 1) a
        left join grants g on g.workflow_id = w.id and g.user_id = $2
        where ${conditions.join(' and ')} order by r.id collate "C" desc limit ${place(search.limit + 1)}
      ) page on true
      order by page.id collate "C" desc`,
    values,
  });
  const found = rows.filter(({ id }) => id !== null);
  const shown = found.slice(0, search.limit);
  const runs = await summariesOf(db, shown);
  return { runs, nextId: (found.length > search.limit ? shown.at(-1)?.id : rows[0]?.last_id) ?? '' };
}

/** Returns the conditions for which there are indexes. Ids begin with the time of creation. */
function scannedBy(search: ListRunsRequest, place: (value: unknown) => string): string[] {
  const { beforeId, createdAfter, createdBefore, workflowId, projectId, unassigned } = search;
  const conditions = ['r.workspace_id = $1', 'r.workflow_id is not null'];
  if (beforeId) conditions.push(`r.id collate "C" < ${place(beforeId)}`);
  if (createdAfter) conditions.push(`r.id collate "C" >= ${place(lowestIdAt('run', createdAfter))}`);
  if (createdBefore) conditions.push(`r.id collate "C" < ${place(lowestIdAt('run', createdBefore))}`);
  if (workflowId !== undefined) conditions.push(`r.workflow_id = ${place(workflowId)}`);
  if (projectId !== undefined) conditions.push(`r.project_id = ${place(projectId)}`);
  if (unassigned) conditions.push('r.project_id is null');
  return conditions;
}

/** Returns the conditions that are checked on each run that was looked at. */
function conditionsOf(search: ListRunsRequest, place: (value: unknown) => string): string[] {
  const { statuses, pauseReason, createdBy, namePart } = search;
  const conditions: string[] = [];
  if (statuses.length > 0)
    conditions.push(`a.status = any(${place(statuses.map((one) => enumName('RUN_STATUS', one)))})`);
  if (pauseReason !== PauseReason.UNSPECIFIED)
    conditions.push(`a.pause_reason = ${place(enumWord('PAUSE_REASON', pauseReason))}`);
  if (createdBy !== undefined) conditions.push(`r.created_by = ${place(createdBy)}`);
  if (namePart !== undefined)
    conditions.push(`strpos(lower(concat_ws(' ', r.name, w.name)), lower(${place(namePart)})) > 0`);
  return conditions;
}

/** Returns each run with its current attempt, its credits and the counts of its jobs. */
// biome-ignore lint/suspicious/noExplicitAny: rows of the driver
async function summariesOf(db: Queryable, rows: any[]): Promise<RunSummary[]> {
  if (rows.length === 0) return [];
  const [attempts, nodes] = await Promise.all([
    readCurrent(
      db,
      rows.map(({ id }) => id),
    ),
    readNodes(
      db,
      rows.map(({ attempt_id }) => attempt_id),
    ),
  ]);
  return rows.map((row) => {
    const attempt = attempts.get(row.id);
    const jobs = nodes.filter((node) => node.attempt_id === row.attempt_id).map(counts);
    const sum = (field: keyof ReturnType<typeof counts>) => jobs.reduce((total, node) => total + node[field], 0);
    return {
      run: toRun({ ...row, workflow_name: row.shown_workflow_name }, attempt ? [toAttempt(attempt)] : []),
      attempts: attempt?.attempts ?? 0,
      chargedMillicredits: attempt?.all_charged ?? 0,
      heldMillicredits: attempt?.all_held ?? 0,
      waiting: sum('waiting'),
      active: sum('active'),
      done: sum('done'),
      failed: sum('failed'),
      skipped: sum('skipped'),
    };
  });
}

/** Reads the last attempt of each run, with the number and credits of all its attempts. */
async function readCurrent(db: Queryable, runIds: string[]) {
  const { rows } = await db.query(
    `select distinct on (a.run_id) a.run_id, a.id, a.number, a.mode, a.status, a.pause_reason, a.pause_node, a.pause_message,
       n.decided, a.error, a.max_millicredits, a.reused_attempt_id, a.created_at, a.started_at, a.completed_at,
       coalesce(m.charged_millicredits, 0) as charged, coalesce(m.held_millicredits, 0) as held,
       coalesce(m.refunded_millicredits, 0) as refunded,
       count(*) over (partition by a.run_id)::int as attempts,
       coalesce(sum(m.charged_millicredits) over (partition by a.run_id), 0)::bigint as all_charged,
       coalesce(sum(m.held_millicredits) over (partition by a.run_id), 0)::bigint as all_held
     from attempts a
     left join amounts m on m.attempt_id = a.id
     left join nodes n on n.attempt_id = a.id and n.id = a.pause_node
     where a.run_id = any($1) order by a.run_id, a.number desc`,
    [runIds],
  );
  return new Map(rows.map((row) => [row.run_id, row]));
}

async function readNodes(db: Queryable, attemptIds: string[]) {
  const { rows } = await db.query(
    `select attempt_id, status, total, launched, active, done, failed, dropped from nodes where attempt_id = any($1)`,
    [attemptIds],
  );
  return rows;
}
