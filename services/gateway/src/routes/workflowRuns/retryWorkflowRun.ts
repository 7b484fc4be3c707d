import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowRunRetry } from '@rotamer/api/schemas/workflowRun.ts';
import { type WorkflowRunRetryRequestBody, workflowRunRetryRequest } from '@rotamer/api/schemas/workflowRunRequest.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { AttemptMode } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Deps } from '../../deps.ts';
import { presentReuse, presentRun } from '../../present/presentRun.ts';
import { callScope, SUBMIT_BUDGET_MS } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { capMillicredits } from '../jobs/readInputs.ts';
import { keyHeader, keyOfRequest, replayedHeader, requireKey } from '../requiredKey.ts';
import { runIdOf, runParams } from './runId.ts';

/** POST /workflow-runs/{runId}/retry: begins another attempt, once per idempotency key. */
export function retryWorkflowRun(app: Api, { workflows }: Deps): void {
  app.post(
    '/workflow-runs/:runId/retry',
    {
      config: { operation: 'retryWorkflowRun' },
      preValidation: requireKey,
      schema: {
        summary: 'Begin another attempt of a run that has ended',
        description:
          'Says of each node whether its result is reused, and why. `conflict` when the run has not ended, or when what would be reused is not what it was. Requires the access `run`.',
        tags: ['Workflow runs'],
        params: runParams,
        headers: keyHeader(
          'A new key for each attempt; repeating a request with the same key and body begins only one',
        ),
        body: ref(workflowRunRetryRequest),
        response: {
          202: {
            description: 'The attempt has begun',
            content: { 'application/json': { schema: ref(workflowRunRetry) } },
          },
          200: {
            description: 'The attempt of an earlier request with the same idempotency key, in its current state',
            headers: replayedHeader,
            content: { 'application/json': { schema: ref(workflowRunRetry) } },
          },
          ...errors(...bodyErrors, 'not_found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const runId = runIdOf(request.params);
      const retry = {
        runId,
        submissionId: derivedUuid(request.credential!.workspaceId, 'workflow run retry', keyOfRequest(request)),
        ...readRetry(request.body),
      };
      // Not cancelled with the client: what has begun is completed.
      const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
      const { run, reuse, replayed } = await workflows.retry(retry, scope);
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(replayed ? 200 : 202).send({
        object: 'workflow_run_retry' as const,
        reuse: reuse.map(presentReuse),
        run: presentRun(run!),
      });
    },
  );
}

const modeOf = { from_start: AttemptMode.FROM_START, from_failed_node: AttemptMode.FROM_FAILED_NODE };

/** @throws validation_error for a node that is missing or superfluous. */
function readRetry({ mode, node_id, max_credits }: WorkflowRunRetryRequestBody) {
  const problem = (message: string) => validationFault([{ path: 'node_id', message }]);
  if (mode === 'from_failed_node' && node_id === undefined) throw problem('is required for the mode from_failed_node');
  if (mode === 'from_start' && node_id !== undefined) throw problem('cannot be combined with the mode from_start');
  return { mode: modeOf[mode], nodeId: node_id ?? '', maxMillicredits: capMillicredits(max_credits) };
}
