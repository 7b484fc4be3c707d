import { retryWorkflowRun as operation } from '@rotamer/api/operations/workflowRuns/retryWorkflowRun.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import type { WorkflowRunRetryRequestBody } from '@rotamer/api/schemas/workflowRunRequest.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { keyOfRequest } from '@rotamer/http/route/requiredKey.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentReuse, presentRun } from '@rotamer/present/presentRun.ts';
import { AttemptMode } from '@rotamer/proto/workflows/v1/workflow.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /workflow-runs/{runId}/retry: begins another attempt, once per idempotency key. */
export const retryWorkflowRun = handler(operation, ({ workflows }) => async (request, reply) => {
  const runId = runIdOf(request.params);
  const retry = {
    runId,
    submissionId: derivedUuid(request.credential!.workspaceId, 'workflow run retry', keyOfRequest(request)),
    ...readRetry(request.body),
  };
  // Not cancelled with the client, because a retry that has begun is completed.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { run, reuse, replayed } = await workflows.retry(retry, scope);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(replayed ? 200 : 202).send({
    object: 'workflow_run_retry' as const,
    reuse: reuse.map(presentReuse),
    run: presentRun(run!),
  });
});

const modeOf = { from_start: AttemptMode.FROM_START, from_failed_node: AttemptMode.FROM_FAILED_NODE };

/** @throws validation_error for a node that is missing or superfluous. */
export function readRetry({ mode, node_id, max_credits }: WorkflowRunRetryRequestBody) {
  const problem = (message: string) => validationFault([{ path: 'node_id', message }]);
  if (mode === 'from_failed_node' && node_id === undefined) throw problem('is required for the mode from_failed_node');
  if (mode === 'from_start' && node_id !== undefined) throw problem('cannot be combined with the mode from_start');
  return { mode: modeOf[mode], nodeId: node_id ?? '', maxMillicredits: capMillicredits(max_credits) };
}
