import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { workflowRunResult } from '@rotamer/api/schemas/workflowRunResult.ts';
import { Type } from 'typebox';
import { wholeResults } from '../../clients/wholeAnswers.ts';
import type { Deps } from '../../deps.ts';
import { presentRunResult } from '../../present/presentRunResult.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { attemptQuery, readAttempt, runParams } from './runId.ts';

const query = Type.Object(attemptQuery, { additionalProperties: false });

/** GET /workflow-runs/{runId}/results: what an attempt left so far. */
export function getWorkflowRunResults(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflow-runs/:runId/results',
    {
      config: { operation: 'getWorkflowRunResults' },
      schema: {
        summary: 'Get the results of a run, with links',
        description: 'Also of a run that has not ended: of the nodes that have.',
        tags: ['Workflow runs'],
        params: runParams,
        querystring: query,
        response: { 200: ref(workflowRunResult), ...errors('validation_error', 'not_found') },
      },
    },
    async (request, reply) => {
      const asked = readAttempt(request.params, request.query);
      return presentRunResult(await wholeResults(workflows, asked, callScope(request, reply)));
    },
  );
}
