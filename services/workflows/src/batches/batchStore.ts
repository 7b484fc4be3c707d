import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId, timeOfId } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import {
  Batch,
  type BatchProblem,
  BatchStatus,
  ProblemPolicy,
  type StopWhen,
} from '@rotamer/proto/workflows/v1/batch.ts';
import { PauseReason } from '@rotamer/proto/workflows/v1/workflow.ts';
import { LINES } from '../definition/graph.ts';
import { counts } from '../engine/attempt.ts';

/** Most problems of a batch that are stored. */
export const MAX_STORED_PROBLEMS = 1_000;

/** Most problems in a response about one batch. */
const SHOWN_PROBLEMS = 100;

/** The lines of earlier attempts that are not in the current attempt have a result, so `done` is a sum and the other counts are not. */
const SELECT = `
  select r.id, r.workspace_id, r.project_id, r.name, r.created_by, r.version, b.state, b.on_problem, b.stop_when, b.matched, b.file_id,
    b.max_millicredits, b.items, b.estimated_millicredits, b.problem_count, b.ended_at, b.tools, a.status, a.pause_reason, a.pause_node,
    a.pause_message, a.error, a.completed_at, n.status as node_status, n.total, n.launched, n.active, n.done, n.failed, n.dropped,
    s.attempts, s.all_done, s.started_at, s.charged, s.held, s.refunded
  from batches b
  join runs r on r.id = b.run_id
  left join attempts a on a.id = r.attempt_id
  left join nodes n on n.attempt_id = a.id and n.id = '${LINES}'
  cross join lateral (
    select count(*)::int as attempts, coalesce(sum(d.done), 0)::int as all_done, min(t.started_at) as started_at,
      coalesce(sum(m.charged_millicredits), 0)::bigint as charged, coalesce(sum(m.held_millicredits), 0)::bigint as held,
      coalesce(sum(m.refunded_millicredits), 0)::bigint as refunded
    from attempts t
    join nodes d on d.attempt_id = t.id
    left join amounts m on m.attempt_id = t.id
    where t.run_id = b.run_id
  ) s`;

/** Reads a batch without its problems and without a check of access. @throws Error if there is no such batch. */
export async function readBatch(db: Queryable, id: string): Promise<Batch> {
  const { rows } = await db.query(prepared(`${SELECT} where b.run_id = $1`, [id]));
  if (!rows[0]) throw new Error(`no batch ${id}`);
  return toBatch(rows[0]);
}

/** Reads a batch of the caller's workspace, with its first problems. @throws not_found */
export async function readOwnBatch(db: Queryable, id: string, { workspaceId }: Caller): Promise<Batch> {
  const { rows } = isId('batch', id)
    ? await db.query(prepared(`${SELECT} where b.run_id = $1 and b.workspace_id = $2`, [id, workspaceId]))
    : { rows: [] };
  if (!rows[0]) throw notFound('batch');
  const batch = toBatch(rows[0]);
  return batch.problemCount > 0 ? { ...batch, problems: await readProblems(db, id, SHOWN_PROBLEMS) } : batch;
}

async function readProblems(db: Queryable, id: string, limit: number): Promise<BatchProblem[]> {
  const { rows } = await db.query(
    `select p.value from batches, jsonb_array_elements(problems) with ordinality as p (value, nth)
     where run_id = $1 order by nth limit $2`,
    [id, limit],
  );
  return rows.map(({ value }) => value);
}

/** Reads a page of the workspace's batches, newest first. */
export async function listBatches(
  db: Queryable,
  { workspaceId }: Caller,
  {
    limit,
    beforeId,
    projectId,
    unassigned,
  }: { limit: number; beforeId: string; projectId?: string; unassigned: boolean },
): Promise<Batch[]> {
  const { rows } = await db.query(
    prepared(
      `${SELECT}
       where b.workspace_id = $1 and ($2 = '' or b.run_id < $2 collate "C") and ($3::text is null or r.project_id = $3)
         and (not $4 or r.project_id is null)
       order by b.run_id collate "C" desc limit $5`,
      [workspaceId, beforeId, projectId, unassigned, limit],
    ),
  );
  return rows.map(toBatch);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toBatch(row: any): Batch {
  const lines = row.node_status ? counts({ ...row, status: row.node_status }) : undefined;
  return Batch.fromPartial({
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    name: row.name,
    createdBy: row.created_by,
    createdAt: timeOfId(row.id),
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? row.ended_at ?? undefined,
    version: row.version,
    status: statusOf(row),
    pause: row.pause_reason
      ? {
          reason: PauseReason[row.pause_reason.toUpperCase() as keyof typeof PauseReason],
          nodeId: row.pause_node,
          message: row.pause_message ?? undefined,
        }
      : undefined,
    error: errorOf(row),
    maxMillicredits: row.max_millicredits ?? undefined,
    chargedMillicredits: row.charged,
    heldMillicredits: row.held,
    refundedMillicredits: row.refunded,
    items: row.items,
    waiting: lines?.waiting ?? 0,
    active: lines?.active ?? 0,
    completed: row.all_done,
    failed: lines?.failed ?? 0,
    skipped: lines?.skipped ?? 0,
    attempts: row.attempts,
    onProblem: ProblemPolicy[row.on_problem as keyof typeof ProblemPolicy],
    stopWhen: row.stop_when ? toStopWhen(row.stop_when) : undefined,
    matched: row.matched,
    tools: row.tools,
    fileId: row.file_id ?? undefined,
    problemCount: row.problem_count,
    estimatedMillicredits: row.estimated_millicredits,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function statusOf({ state, status }: any): BatchStatus {
  if (state === 'READING') return BatchStatus.VALIDATING;
  if (state === 'REFUSED') return BatchStatus.FAILED;
  return BatchStatus[(status ?? state) as keyof typeof BatchStatus];
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function errorOf({ state, error, problem_count: problems }: any): string | undefined {
  if (state !== 'REFUSED') return error?.replace(/^lines: /, '') ?? undefined;
  return problems === 0
    ? 'The file has no lines.'
    : `${problems} problems were found in the lines; nothing was submitted.`;
}

const toStopWhen = ({
  metric,
  op,
  value,
  count,
}: {
  metric: string;
  op: string;
  value: unknown;
  count: number;
}): StopWhen => ({
  metric,
  op,
  valueJson: JSON.stringify(value),
  count,
});

/** Returns the id of the current attempt of a batch, which may not exist yet. */
export async function currentAttempt(db: Queryable, runId: string): Promise<string> {
  const { rows } = await db.query('select attempt_id from runs where id = $1', [runId]);
  if (!rows[0]) throw notFound('batch');
  return rows[0].attempt_id;
}

/** Raises the cap of a batch and of its current attempt. A lower cap changes nothing. */
export async function raiseCap(tx: Queryable, runId: string, capMillicredits: number): Promise<void> {
  await tx.query('update batches set max_millicredits = greatest(max_millicredits, $2) where run_id = $1', [
    runId,
    capMillicredits,
  ]);
  await tx.query(
    `update attempts set max_millicredits = greatest(max_millicredits, $2)
     where id = (select attempt_id from runs where id = $1) and budget_id is not null`,
    [runId, capMillicredits],
  );
}

/** Returns the number of jobs of an attempt whose charge is not final. */
export async function countUnsettled(db: Queryable, attemptId: string): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as unsettled from children
     where attempt_id = $1 and final_millicredits is null and (job_id is not null or (state = 'LAUNCHING' and submitted))`,
    [attemptId],
  );
  return rows[0].unsettled;
}
