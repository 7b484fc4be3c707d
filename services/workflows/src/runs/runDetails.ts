import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import {
  ChildJob,
  ChildStatus,
  type Node,
  type NodeDecision,
  NodeStatus,
  type Run,
} from '@rotamer/proto/workflows/v1/workflow.ts';
import { RunDetails } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { GraphNode } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { ToolNode } from '../definition/schema.ts';
import { counts, type NodeStatus as NodeState } from '../engine/attempt.ts';
import type { Revision, Revisions } from '../workflow/revisions.ts';
import { attemptOf } from './runStore.ts';

/** Maximum number of children in a run's details. */
const CHILDREN = 100;

/** Bytes that responses need in addition to the details. */
const AROUND_BYTES = 32 * 1024;

/** Reads a run with the nodes and the first children of an attempt. Without `attemptId`: of the current attempt. */
export async function runDetails(db: Queryable, revisions: Revisions, run: Run, attemptId = ''): Promise<RunDetails> {
  const attempt = attemptOf(run, attemptId);
  const [nodes, children] = await Promise.all([
    readNodes(db, revisions, run, attempt.id),
    readChildren(db, await revisions.get(run.revisionId), attempt.id, { limit: CHILDREN + 1 }),
  ]);
  const details: RunDetails = { run, attemptId: attempt.id, nodes, children: [], moreChildren: false };
  const room = limits.messageBytes - AROUND_BYTES - encodedBytes(RunDetails, details);
  const shown = fittingChildren(children.slice(0, CHILDREN), room);
  return { ...details, children: shown, moreChildren: children.length > shown.length };
}

/** Returns the first children that fit into `maxBytes` together. */
export function fittingChildren(children: ChildJob[], maxBytes: number): ChildJob[] {
  const fitting = countFitting(ChildJob, children, maxBytes);
  return children.slice(0, fitting);
}

/** Reads the nodes of an attempt, in the order of the definition. */
export async function readNodes(db: Queryable, revisions: Revisions, run: Run, attemptId: string): Promise<Node[]> {
  const { definition, graph } = await revisions.get(run.revisionId);
  const { rows } = await db.query(
    prepared(
      `select n.id, n.status, n.total, n.launched, n.active, n.done, n.failed, n.dropped, n.outputs, n.taken, n.error,
         n.started_at, n.completed_at, n.reused_attempt_id, r.datasets -> n.id as pin, c.charged, c.held,
         d.decided_by, d.decided_at, d.candidate_digest, d.note, cardinality(d.approved) as approved, cardinality(d.rejected) as rejected
       from nodes n join runs r on r.id = $2 left join decisions d on d.attempt_id = n.attempt_id and d.node_id = n.id
       cross join lateral (
         select coalesce(sum(final_millicredits), 0)::bigint as charged,
           coalesce(sum(held_millicredits) filter (where final_millicredits is null), 0)::bigint as held
         from children where attempt_id = n.attempt_id and node_id = n.id
       ) c
       where n.attempt_id = $1`,
      [attemptId, run.id],
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return definition.nodes.map(({ id }) => toNode(byId.get(id), graph.nodes.get(id)!));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toNode(row: any, { node, incoming }: GraphNode): Node {
  return {
    id: row.id,
    type: node.type,
    label: node.label,
    tool: node.type === 'tool' ? node.tool : undefined,
    after: [...new Set(incoming.map(({ source }) => source))],
    status: statusOf(row),
    ...counts(row),
    items: Object.values<number>(row.outputs).reduce((sum, count) => sum + count, 0),
    taken: row.taken ?? undefined,
    error: row.error ?? undefined,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    reusedAttemptId: row.reused_attempt_id ?? undefined,
    dataset: row.pin?.dataset,
    datasetSha256: row.pin?.sha256,
    chargedMillicredits: row.charged,
    heldMillicredits: row.held,
    decision: row.decided_by === null ? undefined : toDecision(row),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toDecision(row: any): NodeDecision {
  const { decided_by: decidedBy, decided_at: decidedAt, candidate_digest: candidateSetDigest, note } = row;
  const { approved, rejected } = row;
  return { decidedBy, decidedAt, approved, rejected, candidateSetDigest, note: note ?? undefined };
}

function statusOf({ status, failed }: { status: NodeState; failed: number }): NodeStatus {
  if (status === 'EVALUATING') return NodeStatus.RUNNING;
  if (status === 'COMPLETED' && failed > 0) return NodeStatus.COMPLETED_WITH_ERRORS;
  return NodeStatus[status];
}

export interface ChildPage {
  limit: number;
  /** Only children after this one are read. */
  after?: { nodeId: string; n: number };
  nodeId?: string;
}

/** Reads children of an attempt, node by node in the engine's order. Reads at most `limit` rows of each node. */
export async function readChildren(
  db: Queryable,
  { graph }: Revision,
  attemptId: string,
  { limit, after, nodeId }: ChildPage,
): Promise<ChildJob[]> {
  const { rows } = await db.query(
    prepared(
      `select c.node_id, c.n, c.state, c.job_id, c.job_status, c.error, c.held_millicredits, c.final_millicredits,
         c.manifest is not null as has_result, c.item_id, i.label
       from nodes d
       left join nodes p on p.attempt_id = $1 and p.id = $3
       cross join lateral (
         select * from children
         where attempt_id = d.attempt_id and node_id = d.id and n > case when d.id = p.id then $4::int else -1 end
         order by n limit $5
       ) c
       left join items i on i.id = c.item_id
       where d.attempt_id = $1 and ($2::text is null or d.id = $2) and ($3::text is null or d.position >= p.position)
       order by d.position, c.n limit $5`,
      [attemptId, nodeId, after?.nodeId, after?.n, limit],
    ),
  );
  return rows.map((row) => toChild(row, (graph.nodes.get(row.node_id)!.node as ToolNode).tool));
}

const STATUS: Record<string, ChildStatus> = {
  PLANNED: ChildStatus.WAITING,
  LAUNCHING: ChildStatus.WAITING,
  ACTIVE: ChildStatus.ACTIVE,
  ENDED: ChildStatus.ACTIVE,
  DONE: ChildStatus.COMPLETED,
  FAILED: ChildStatus.FAILED,
  DROPPED: ChildStatus.CANCELLED,
};

/** Returns a child as callers see it, from its row. */
// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toChild(row: any, tool: string): ChildJob {
  const { final_millicredits: final, held_millicredits: held } = row;
  return {
    nodeId: row.node_id,
    n: row.n,
    status: row.job_status === 'CANCELLED' ? ChildStatus.CANCELLED : STATUS[row.state]!,
    jobId: row.job_id ?? '',
    tool,
    jobStatus: row.job_status ?? '',
    error: row.error ?? undefined,
    chargedMillicredits: final ?? 0,
    heldMillicredits: final === null ? held : 0,
    resultAvailable: row.has_result,
    itemId: row.item_id ?? undefined,
    itemLabel: row.label ?? undefined,
  };
}
