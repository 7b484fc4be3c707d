import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { workflowCuration } from '@rotamer/api/schemas/workflowCuration.ts';
import { wholeCuration } from '../../clients/wholeAnswers.ts';
import type { Deps } from '../../deps.ts';
import { presentCuration } from '../../present/presentCuration.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { runIdOf, runParams } from './runId.ts';

/** GET /workflow-runs/{runId}/curation: the checkpoint and its candidates. */
export function getWorkflowRunCuration(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflow-runs/:runId/curation',
    {
      config: { operation: 'getWorkflowRunCuration' },
      schema: {
        summary: 'Get the checkpoint at which a run is paused',
        description: '`conflict` when the run is at none.',
        tags: ['Workflow runs'],
        params: runParams,
        response: { 200: ref(workflowCuration), ...errors('not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const runId = runIdOf(request.params);
      return presentCuration(await wholeCuration(workflows, runId, callScope(request, reply)));
    },
  );
}
