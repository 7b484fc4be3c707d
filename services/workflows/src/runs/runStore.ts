import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId, timeOfId } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import {
  type Access,
  type Attempt,
  AttemptMode,
  type Pause,
  PauseReason,
  type Run,
  RunStatus,
} from '@rotamer/proto/workflows/v1/workflow.ts';
import { accessOf, MAY_SEE } from '../workflow/access.ts';

const RUN_COLUMNS = `r.id, r.workspace_id, r.project_id, r.project_seq, r.workflow_id, w.name as workflow_name, r.revision_id,
  v.number as revision_number, r.name, r.created_by, r.version, r.attempt_id`;

const RUN_TABLES = 'runs r join workflows w on w.id = r.workflow_id join revisions v on v.id = r.revision_id';

/** Reads a run with its attempts, without a check of access. @throws Error if there is no such run. */
export async function readRun(db: Queryable, runId: string): Promise<Run> {
  const { rows } = await db.query(prepared(`select ${RUN_COLUMNS} from ${RUN_TABLES} where r.id = $1`, [runId]));
  if (!rows[0]) throw new Error(`no run ${runId}`);
  return toRun(rows[0], await readAttempts(db, runId));
}

/** Reads a run that the caller may see, and the caller's access to its workflow. @throws not_found */
export async function readOwnRun(db: Queryable, runId: string, caller: Caller): Promise<{ run: Run; access: Access }> {
  const { workspaceId, userId, role } = caller;
  const { rows } = isId('run', runId)
    ? await db.query(
        prepared(
          `select ${RUN_COLUMNS}, g.access
           from ${RUN_TABLES} left join grants g on g.workflow_id = w.id and g.user_id = $3
           where r.id = $1 and r.workspace_id = $2 and (${MAY_SEE('$4')} or r.created_by = $3)`,
          [runId, workspaceId, userId, role],
        ),
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw notFound('workflow run');
  return { run: toRun(row, await readAttempts(db, runId)), access: accessOf(role, row.access ?? 'VIEW') };
}

/** Returns the named attempt, or else the current one. @throws not_found */
export function attemptOf({ attempts }: Run, attemptId: string): Attempt {
  const attempt = attemptId ? attempts.find(({ id }) => id === attemptId) : attempts.at(-1);
  if (!attempt) throw notFound('attempt of this run');
  return attempt;
}

async function readAttempts(db: Queryable, runId: string): Promise<Attempt[]> {
  const { rows } = await db.query(
    prepared(
      `select a.id, a.number, a.mode, a.status, a.pause_reason, a.pause_node, a.pause_message, n.decided, a.error, a.max_millicredits,
         a.reused_attempt_id, a.created_at, a.started_at, a.completed_at, coalesce(m.charged_millicredits, 0) as charged,
         coalesce(a.started_by, r.created_by) as begun_by,
         coalesce(m.held_millicredits, 0) as held, coalesce(m.refunded_millicredits, 0) as refunded
       from attempts a
       join runs r on r.id = a.run_id
       left join nodes n on n.attempt_id = a.id and n.id = a.pause_node
       left join amounts m on m.attempt_id = a.id
       where a.run_id = $1 order by a.number`,
      [runId],
    ),
  );
  return rows.map(toAttempt);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toRun(row: any, attempts: Attempt[]): Run {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    projectSeq: row.project_seq,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    revisionId: row.revision_id,
    revisionNumber: row.revision_number,
    name: row.name ?? undefined,
    createdBy: row.created_by,
    createdAt: timeOfId(row.id),
    version: row.version,
    status: attempts.at(-1)?.status ?? RunStatus.UNSPECIFIED,
    attempts,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toAttempt(row: any): Attempt {
  return {
    id: row.id,
    number: row.number,
    mode: AttemptMode[row.mode as keyof typeof AttemptMode],
    status: RunStatus[row.status as keyof typeof RunStatus],
    pause: toPause(row),
    error: row.error ?? undefined,
    maxMillicredits: row.max_millicredits ?? undefined,
    chargedMillicredits: row.charged,
    heldMillicredits: row.held,
    refundedMillicredits: row.refunded,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    reusedAttemptId: row.reused_attempt_id ?? undefined,
    startedBy: row.begun_by ?? '',
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toPause(row: any): Pause | undefined {
  const { pause_reason: reason, pause_node: nodeId, pause_message: message, decided } = row;
  if (!reason) return undefined;
  return {
    reason: PauseReason[reason.toUpperCase() as keyof typeof PauseReason],
    nodeId,
    decided: reason === 'curation' && decided === true,
    message: message ?? undefined,
  };
}
