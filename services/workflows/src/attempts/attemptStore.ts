import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { shownText } from '@rotamer/kit/shownText.ts';
import type { AttemptState, NodeState } from '../engine/attempt.ts';

/** An attempt, with the fields that do not change while it runs. */
export interface Attempt {
  id: string;
  runId: string;
  workspaceId: string;
  revisionId: string;
  number: number;
  maxMillicredits?: number;
  budgetId?: string;
  traceparent: string;
  state: AttemptState;
}

/** Reads an attempt and its nodes. `lock`: locks the row for a change in a transaction. Returns undefined if there is no such attempt. */
export async function readAttempt(db: Queryable, id: string, { lock = false } = {}): Promise<Attempt | undefined> {
  const attempts = await db.query(
    prepared(
      `select id, run_id, workspace_id, revision_id, number, status, pause_reason, pause_node, pause_message, error, max_millicredits,
         budget_id, traceparent, settling, started_at, completed_at
       from attempts where id = $1 ${lock ? 'for update' : ''}`,
      [id],
    ),
  );
  const [row] = attempts.rows;
  if (!row) return undefined;
  const nodes = await db.query(
    prepared(
      `select id, status, total, launched, active, done, failed, dropped, outputs, taken, decided, error, started_at, completed_at
       from nodes where attempt_id = $1 order by position`,
      [id],
    ),
  );
  return {
    id,
    runId: row.run_id,
    workspaceId: row.workspace_id,
    revisionId: row.revision_id,
    number: row.number,
    maxMillicredits: row.max_millicredits ?? undefined,
    budgetId: row.budget_id ?? undefined,
    traceparent: row.traceparent,
    state: {
      status: row.status,
      pause: row.pause_reason
        ? { reason: row.pause_reason, nodeId: row.pause_node, message: row.pause_message ?? undefined }
        : undefined,
      error: row.error ?? undefined,
      startedAt: row.started_at ?? undefined,
      completedAt: row.completed_at ?? undefined,
      settling: row.settling,
      nodes: Object.fromEntries(nodes.rows.map((node) => [node.id, toNode(node)])),
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toNode(row: any): NodeState {
  const { status, total, launched, active, done, failed, dropped, outputs, decided } = row;
  return {
    status,
    total,
    launched,
    active,
    done,
    failed,
    dropped,
    outputs,
    decided,
    taken: row.taken ?? undefined,
    error: row.error ?? undefined,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
  };
}

/** Writes the difference between two states. The caller has locked the attempt's row. */
export async function saveState(tx: Queryable, id: string, before: AttemptState, after: AttemptState): Promise<void> {
  const changed = Object.entries(after.nodes).filter(([nodeId, node]) => before.nodes[nodeId] !== node);
  if (changed.length > 0) {
    const rows = changed.map(([nodeId, node]) => ({
      ...node,
      id: nodeId,
      decided: node.decided ?? false,
      error: node.error && storableError(node.error),
      started_at: node.startedAt,
      completed_at: node.completedAt,
    }));
    await tx.query(
      prepared(
        `update nodes set
           status = c.status, total = c.total, launched = c.launched, active = c.active, done = c.done, failed = c.failed,
           dropped = c.dropped, outputs = c.outputs, taken = c.taken, decided = c.decided, error = c.error,
           started_at = c.started_at, completed_at = c.completed_at
         from jsonb_populate_recordset(null::nodes, $2) c
         where nodes.attempt_id = $1 and nodes.id = c.id`,
        [id, JSON.stringify(rows)],
      ),
    );
  }
  const { status, pause, error, startedAt, completedAt, settling } = after;
  if (status === before.status && pause === before.pause && settling === before.settling) return;
  await tx.query(
    prepared(
      `update attempts set status = $2, pause_reason = $3, pause_node = $4, error = $5, started_at = $6, completed_at = $7,
         settling = $8, pause_message = $9
       where id = $1`,
      [
        id,
        status,
        pause?.reason,
        pause?.nodeId,
        error && storableError(error),
        startedAt,
        completedAt,
        settling ?? false,
        pause?.message,
      ],
    ),
  );
}

/** Returns the SQL condition that the charges of all jobs of an attempt are final. */
export const SETTLED = (attemptId: string) => `not exists (
  select from children where attempt_id = ${attemptId} and job_id is not null and final_millicredits is null
)`;

/** Maximum length of a stored and shown error, in bytes: the errors of every node and of some jobs fit into one message together. */
const MAX_ERROR = 1_000;

/** Returns an error in a form that PostgreSQL can store, cut to `MAX_ERROR` bytes. */
export function storableError(error: string): string {
  const text = shownText(error, MAX_ERROR);
  const bytes = Buffer.from(text);
  // Drops a character that was cut in the middle.
  return bytes.length <= MAX_ERROR
    ? text
    : bytes
        .subarray(0, MAX_ERROR)
        .toString()
        .replace(/\uFFFD$/, '');
}
