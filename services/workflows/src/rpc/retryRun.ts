import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { enumName, enumWord } from '@rotamer/kit/enumWord.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { Access, type Attempt, AttemptMode } from '@rotamer/proto/workflows/v1/workflow.ts';
import {
  type NodeReuse,
  type RetryRunRequest,
  type RetryRunResponse,
  ReuseVerdict,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import { insertAttempt } from '../attempts/newAttempt.ts';
import { planReuse } from '../attempts/planReuse.ts';
import { reuseNodes, reuseOf } from '../attempts/reusedNodes.ts';
import { beginUncapped, tryBeginCapped } from '../commands/beginAttempt.ts';
import { publishRun } from '../commands/publishRun.ts';
import { budgetOf } from '../credits/budget.ts';
import { requirePins } from '../datasets/findPins.ts';
import { pinned, readPins } from '../datasets/pins.ts';
import { limits } from '../definition/limits.ts';
import type { ToolNode } from '../definition/schema.ts';
import type { Deps } from '../deps.ts';
import { isFinal } from '../engine/attempt.ts';
import { runDetails } from '../runs/runDetails.ts';
import { readOwnRun } from '../runs/runStore.ts';
import { fingerprintOf, readSubmission, recordSubmission, type Started } from '../runs/submissions.ts';
import { requireAccess } from '../workflow/access.ts';
import type { Revision } from '../workflow/revisions.ts';
import { maxProblem } from './start.ts';

type RetryDeps = Pick<
  Deps,
  'db' | 'clock' | 'signals' | 'revisions' | 'billing' | 'blobs' | 'tools' | 'datasets' | 'changeAttempt'
>;

/**
 * Begins another attempt of a run that has ended, either from the start or from a failed node. From a failed node, complete results of nodes
 * that do not come after it are reused. Datasets are searched in the releases that the run has pinned.
 */
export function retryRun(deps: RetryDeps): Rpc<RetryRunRequest, RetryRunResponse> {
  return async (request, context) => {
    const { caller } = context;
    const fromNode = request.mode === AttemptMode.FROM_FAILED_NODE ? request.nodeId : undefined;
    requireValid(uuid('idempotency_key', request.submissionId));
    requireValidRetry(request, fromNode);
    const { run, access } = await readOwnRun(deps.db, request.runId, caller);
    requireAccess(access, Access.RUN);
    const revision = await deps.revisions.get(run.revisionId);
    const submission = {
      id: request.submissionId,
      workspaceId: caller.workspaceId,
      fingerprint: fingerprintOf(request),
    };
    const before = await readSubmission(deps.db, submission);
    if (before) return replay(deps, context, revision, before);
    const last = run.attempts.at(-1)!;
    refuseActive(last);
    refuseTooMany(last);
    if (fromNode !== undefined) await requireFailed(deps.db, revision, last.id, fromNode);
    const reuse = await planReuse(deps, revision, last.id, fromNode);
    refuseUnlike(reuse);
    await refuseGone(deps, context, run.id, revision, reuse);
    const now = deps.clock();
    const id = newId('att', now);
    const budget = budgetOf(id, request.maxMillicredits ?? last.maxMillicredits);
    const stored = await transaction(deps.db, async (tx): Promise<{ faster: Started } | { wanted: Set<string> }> => {
      const faster = await recordSubmission(tx, { ...submission, runId: run.id, attemptId: id });
      if (faster) return { faster };
      await replaceCurrent(tx, run.id, last.id, id);
      const common = { id, runId: run.id, workspaceId: run.workspaceId, traceparent: context.traceparent, now };
      const how =
        fromNode === undefined
          ? { mode: 'FROM_START' as const }
          : { mode: 'FROM_FAILED_NODE' as const, reusedAttemptId: last.id };
      const attempt = { ...common, ...how, number: last.number + 1, budget, startedBy: caller };
      await insertAttempt(tx, attempt, revision);
      await reuseNodes(tx, last.id, id, reuse);
      await publishRun(tx, { runId: run.id, traceparent: context.traceparent }, 'RETRIED', now);
      return { wanted: await beginUncapped(tx, attempt, revision, deps.clock) };
    });
    if ('faster' in stored) return replay(deps, context, revision, stored.faster);
    for (const signal of [...stored.wanted, OUTBOX_SIGNAL]) deps.signals.send(signal);
    if (budget) await tryBeginCapped(deps, { id, workspaceId: run.workspaceId, budget }, context);
    return answer(deps, context, run.id, { reuse, replayed: false });
  };
}

async function replay(
  deps: RetryDeps,
  context: RpcContext,
  revision: Revision,
  { runId, attemptId }: Started,
): Promise<RetryRunResponse> {
  return answer(deps, context, runId, { reuse: await reuseOf(deps.db, revision, attemptId), replayed: true });
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

export function requireValidRetry(request: RetryRunRequest, fromNode: string | undefined): void {
  requireValid(
    maxProblem(request.maxMillicredits),
    request.mode === AttemptMode.UNSPECIFIED && { path: 'mode', message: 'must be from_start or from_failed_node' },
    fromNode === '' && { path: 'node_id', message: 'is missing' },
    request.mode === AttemptMode.FROM_START &&
      request.nodeId !== '' && { path: 'node_id', message: 'must be omitted with from_start' },
  );
}

export function refuseActive({ status }: Attempt): void {
  const current = enumName<Parameters<typeof isFinal>[0]>('RUN_STATUS', status);
  if (isFinal(current)) return;
  throw new Fault('conflict', 'The run has not ended.', {
    resolution: 'Wait until the run has ended, or cancel it.',
    details: { current_status: current },
  });
}

export function refuseTooMany({ number }: Attempt): void {
  if (number < limits.attemptsPerRun) return;
  throw new Fault('conflict', `The run has reached its limit of ${number} attempts.`, {
    resolution: 'Start another run with the same input.',
    details: { reason: 'too_many_attempts' },
  });
}

export async function requireFailed(
  db: Queryable,
  { graph }: Revision,
  attemptId: string,
  nodeId: string,
): Promise<void> {
  if (!graph.nodes.has(nodeId)) throw validationFault([{ path: 'node_id', message: 'is not a node of this workflow' }]);
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

/** Refuses the retry unless all nodes that do not run again can be reused. */
export function refuseUnlike(reuse: NodeReuse[]): void {
  const other = reuse.find(({ verdict }) => verdict !== ReuseVerdict.REUSED && verdict !== ReuseVerdict.RUNS_AGAIN);
  if (!other) return;
  throw new Fault('conflict', `The result of ${other.nodeId} cannot be reused: ${other.reason}`, {
    resolution: 'Retry from the start.',
    details: {
      reason: 'reuse_failed',
      node_id: other.nodeId,
      difference: enumWord('REUSE_VERDICT', other.verdict),
    },
  });
}

/** Refuses the retry unless every pinned release of a node that runs again can still be searched. */
export async function refuseGone(
  deps: Pick<Deps, 'db' | 'tools' | 'datasets'>,
  context: RpcContext,
  runId: string,
  { definition }: Revision,
  reuse: NodeReuse[],
): Promise<void> {
  const again = new Set(reuse.filter(({ verdict }) => verdict === ReuseVerdict.RUNS_AGAIN).map(({ nodeId }) => nodeId));
  const pins = await readPins(deps.db, runId);
  const searching = definition.nodes
    .filter(({ id }) => again.has(id) && pins[id])
    .map((node) => pinned(node as ToolNode, pins[node.id]));
  const resolution =
    'Start another run with the same input. It takes the newest release of each dataset named without one.';
  await requirePins(deps, searching, scopeOf(context), resolution);
}

/** Makes an attempt the run's current one. Of two concurrent retries the second one fails, because the current attempt has changed. */
async function replaceCurrent(tx: Queryable, runId: string, from: string, to: string): Promise<void> {
  const { rowCount } = await tx.query('update runs set attempt_id = $2 where id = $1 and attempt_id = $3', [
    runId,
    to,
    from,
  ]);
  if (rowCount) return;
  throw new Fault('conflict', 'Another attempt of the run has already started.', {
    details: { reason: 'already_retried' },
  });
}
