import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Access, type Attempt, AttemptMode } from '@rotamer/proto/workflows/v1/workflow.ts';
import {
  type NodeReuse,
  type RetryRunRequest,
  type RetryRunResponse,
  ReuseVerdict,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import { limits } from '../definition/limits.ts';
import type { Deps } from '../deps.ts';
import { isFinal } from '../engine/attempt.ts';
import { setBudget } from '../run/budget.ts';
import { changeLocked } from '../run/changeAttempt.ts';
import { insertAttempt } from '../run/newAttempt.ts';
import { planReuse } from '../run/planReuse.ts';
import { publishRun } from '../run/publishRun.ts';
import type { Revision } from '../run/revisions.ts';
import { runDetails } from '../run/runDetails.ts';
import { readOwnRun } from '../run/runStore.ts';
import { fingerprintOf, readSubmission, recordSubmission } from '../run/submissions.ts';
import { requireAccess } from '../workflow/access.ts';
import { requireValid, uuid } from './bounds.ts';
import { maxProblem } from './start.ts';

type RetryDeps = Pick<Deps, 'db' | 'clock' | 'signals' | 'revisions' | 'billing' | 'blobs' | 'tools'>;

/** Begins another attempt of a run that has ended, from its start, or from a failed node with what led to it. */
export function retryRun(deps: RetryDeps): Rpc<RetryRunRequest, RetryRunResponse> {
  return async (request, context) => {
    const { caller } = context;
    const fromNode = request.mode === AttemptMode.FROM_FAILED_NODE ? request.nodeId : undefined;
    requireValid(
      uuid('idempotency_key', request.submissionId),
      maxProblem(request.maxMillicredits),
      request.mode === AttemptMode.UNSPECIFIED && { path: 'mode', message: 'must be from_start or from_failed_node' },
      fromNode === '' && { path: 'node_id', message: 'is missing' },
      request.mode === AttemptMode.FROM_START &&
        request.nodeId !== '' && { path: 'node_id', message: 'must be absent with from_start' },
    );
    const { run, access } = await readOwnRun(deps.db, request.runId, caller);
    requireAccess(access, Access.RUN);
    const revision = await deps.revisions.get(run.revisionId);
    const submission = {
      id: request.submissionId,
      workspaceId: caller.workspaceId,
      fingerprint: fingerprintOf(request),
    };
    const before = await readSubmission(deps.db, submission);
    if (before)
      return answer(deps, context, before.runId, {
        reuse: await reuseOf(deps.db, revision, before.attemptId),
        replayed: true,
      });
    const last = run.attempts.at(-1)!;
    refuseActive(last);
    if (last.number >= limits.attemptsPerRun)
      throw new Fault('conflict', `The run has had ${last.number} attempts; it may have no more.`, {
        resolution: 'Start another run with the same input.',
        details: { reason: 'too_many_attempts' },
      });
    if (fromNode !== undefined) await requireFailed(deps.db, revision, last.id, fromNode);
    const reuse = await planReuse(deps, revision, last.id, fromNode);
    refuseUnlike(reuse);
    const now = deps.clock();
    const id = newId('att', now);
    const max = request.maxMillicredits ?? last.maxMillicredits;
    const budget = await setBudget(deps, { id, workspaceId: run.workspaceId }, max, scopeOf(context));
    const wanted = await transaction(deps.db, async (tx) => {
      if (!(await recordSubmission(tx, { ...submission, runId: run.id, attemptId: id }))) return undefined;
      // Two retries at the same time: the second finds another current attempt.
      const { rowCount } = await tx.query('update runs set attempt_id = $2 where id = $1 and attempt_id = $3', [
        run.id,
        id,
        last.id,
      ]);
      if (!rowCount)
        throw new Fault('conflict', 'Another attempt of the run has begun.', {
          details: { reason: 'already_retried' },
        });
      const common = { id, runId: run.id, workspaceId: run.workspaceId, traceparent: context.traceparent, now };
      const how =
        fromNode === undefined
          ? { mode: 'FROM_START' as const }
          : { mode: 'FROM_FAILED_NODE' as const, reusedAttemptId: last.id };
      await insertAttempt(tx, { ...common, ...how, number: last.number + 1, budget }, revision);
      await reuseNodes(tx, last.id, id, reuse);
      await publishRun(tx, { runId: run.id, traceparent: context.traceparent }, 'RETRIED', now);
      return (await changeLocked(tx, id, revision, deps.clock, () => [{ type: 'start' }]))?.wanted;
    });
    for (const signal of wanted ?? []) deps.signals.send(signal);
    return answer(deps, context, run.id, { reuse, replayed: wanted === undefined });
  };
}

async function answer(
  deps: RetryDeps,
  { caller }: RpcContext,
  runId: string,
  more: Omit<RetryRunResponse, 'run'>,
): Promise<RetryRunResponse> {
  const { run } = await readOwnRun(deps.db, runId, caller);
  return { run: await runDetails(deps.db, deps.revisions, run), ...more };
}

function refuseActive({ status }: Attempt): void {
  const current = status.replace(/^RUN_STATUS_/, '') as Parameters<typeof isFinal>[0];
  if (isFinal(current)) return;
  throw new Fault('conflict', 'The run has not ended.', {
    resolution: 'Wait until the run has ended, or cancel it.',
    details: { current_status: current },
  });
}

async function requireFailed(db: Queryable, { graph }: Revision, attemptId: string, nodeId: string): Promise<void> {
  if (!graph.nodes.has(nodeId)) throw validationFault([{ path: 'node_id', message: 'is no node of the workflow' }]);
  const { rows } = await db.query('select status, failed from nodes where attempt_id = $1 and id = $2', [
    attemptId,
    nodeId,
  ]);
  const { status, failed } = rows[0];
  if (status === 'FAILED' || status === 'CANCELLED' || failed > 0) return;
  throw new Fault('conflict', `The node ${nodeId} has not failed.`, {
    details: { reason: 'node_not_failed', node_status: status },
  });
}

/** All that leads to the failed node is reused, or nothing begins. */
function refuseUnlike(reuse: NodeReuse[]): void {
  const other = reuse.find(({ verdict }) => verdict !== ReuseVerdict.REUSED && verdict !== ReuseVerdict.RUNS_AGAIN);
  if (!other) return;
  throw new Fault('conflict', `The result of ${other.nodeId} cannot be reused: ${other.reason}`, {
    resolution: 'Retry from the start.',
    details: {
      reason: 'reuse_failed',
      node_id: other.nodeId,
      difference: other.verdict.replace(/^REUSE_VERDICT_/, '').toLowerCase(),
    },
  });
}

/** Reused nodes are finished from the beginning, and the same items leave them. They have no jobs of their own. */
async function reuseNodes(tx: Queryable, from: string, to: string, reuse: NodeReuse[]): Promise<void> {
  const ids = reuse.filter(({ verdict }) => verdict === ReuseVerdict.REUSED).map(({ nodeId }) => nodeId);
  await tx.query(
    `update nodes n set status = o.status, outputs = o.outputs, taken = o.taken, decided = o.decided, candidate_digest = o.candidate_digest,
       key = o.key, key_parts = o.key_parts, error = o.error, started_at = o.started_at, completed_at = o.completed_at,
       reused_attempt_id = coalesce(o.reused_attempt_id, o.attempt_id)
     from nodes o where n.attempt_id = $2 and o.attempt_id = $1 and o.id = n.id and n.id = any($3)`,
    [from, to, ids],
  );
  await tx.query(
    `insert into outputs (attempt_id, node_id, port, position, item_id)
     select $2, node_id, port, position, item_id from outputs where attempt_id = $1 and node_id = any($3)`,
    [from, to, ids],
  );
  await tx.query(
    `insert into decisions (attempt_id, node_id, candidate_digest, decided_by, decided_at, note, criteria, approved, rejected)
     select $2, node_id, candidate_digest, decided_by, decided_at, note, criteria, approved, rejected
     from decisions where attempt_id = $1 and node_id = any($3)`,
    [from, to, ids],
  );
}

/** What an earlier retry reused, for its repeat. */
async function reuseOf(db: Queryable, { definition }: Revision, attemptId: string): Promise<NodeReuse[]> {
  const { rows } = await db.query('select id from nodes where attempt_id = $1 and reused_attempt_id is not null', [
    attemptId,
  ]);
  const reused = new Set(rows.map(({ id }) => id));
  return definition.nodes.map(({ id: nodeId }) =>
    reused.has(nodeId)
      ? { nodeId, verdict: ReuseVerdict.REUSED, reason: 'It was reused.' }
      : {
          nodeId,
          verdict: ReuseVerdict.RUNS_AGAIN,
          reason:
            reused.size > 0 ? 'It is the failed node, or comes after it.' : 'The run starts again from its inputs.',
        },
  );
}
