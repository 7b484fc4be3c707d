import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowRun } from '@rotamer/api/schemas/workflowRun.ts';
import { workflowRunRequest } from '@rotamer/api/schemas/workflowRunRequest.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { presentRun } from '../../present/presentRun.ts';
import { callScope, SUBMIT_BUDGET_MS } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import type { Api } from '../apiInstance.ts';
import { keyHeader, keyOfRequest, replayedHeader, requireKey } from '../requiredKey.ts';
import { readStart } from './readStart.ts';
import { workflowIdOf, workflowParams } from './workflowId.ts';

/** POST /workflows/{workflowId}/runs: starts a run, once per idempotency key. */
export function startWorkflowRun(app: Api, { workflows, projects }: Deps): void {
  app.post(
    '/workflows/:workflowId/runs',
    {
      config: { operation: 'startWorkflowRun' },
      preValidation: requireKey,
      schema: {
        summary: 'Start a run of a workflow',
        description: 'Runs the published revision. Requires the access `run`.',
        tags: ['Workflows'],
        params: workflowParams,
        headers: keyHeader(
          'Repeating a request with the same key and body starts only one run; keys are kept for 7 days',
        ),
        body: ref(workflowRunRequest),
        response: {
          202: { description: 'The run has begun', content: { 'application/json': { schema: ref(workflowRun) } } },
          200: {
            description: 'The run of an earlier request with the same idempotency key, in its current state',
            headers: replayedHeader,
            content: { 'application/json': { schema: ref(workflowRun) } },
          },
          ...errors(...bodyErrors, 'not_found', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const workflowId = workflowIdOf(request.params);
      const start = {
        workflowId,
        submissionId: derivedUuid(request.credential!.workspaceId, 'workflow run', keyOfRequest(request)),
        ...readStart(request.body),
      };
      // Not cancelled with the client: a run that was started goes on whether the client waits for the response or not.
      const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
      const { run, replayed } = await enterProject(projects, start.projectId, scope, {
        make: () => workflows.start(start, scope),
        find: () => workflows.findSubmission(start, scope),
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(replayed ? 200 : 202).send(presentRun(run!));
    },
  );
}
