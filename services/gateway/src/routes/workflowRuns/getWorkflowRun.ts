import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { workflowRun } from '@rotamer/api/schemas/workflowRun.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentRun } from '../../present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { attemptQuery, readAttempt, runParams } from './runId.ts';

const query = Type.Object(attemptQuery, { additionalProperties: false });

/** GET /workflow-runs/{runId}: the state of a run. */
export function getWorkflowRun(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflow-runs/:runId',
    {
      config: { operation: 'getWorkflowRun' },
      schema: {
        summary: 'Get a run with its attempts, nodes and jobs',
        tags: ['Workflow runs'],
        params: runParams,
        querystring: query,
        response: { 200: ref(workflowRun), ...errors('validation_error', 'not_found') },
      },
    },
    async (request, reply) => {
      const asked = readAttempt(request.params, request.query);
      return presentRun(await workflows.getRun(asked, callScope(request, reply)));
    },
  );
}
