import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowCuration, workflowCurationRequest } from '@rotamer/api/schemas/workflowCuration.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { completeCuration } from '../../clients/wholeAnswers.ts';
import type { Deps } from '../../deps.ts';
import { presentCuration } from '../../present/presentCuration.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { tooManyBytes } from '../jobs/readInputs.ts';
import { runIdOf, runParams } from './runId.ts';

/** Bytes of criteria as they are written anew. */
const MAX_CRITERIA = 16 * 1024;

/** POST /workflow-runs/{runId}/curation: records a selection, once. */
export function decideWorkflowRunCuration(app: Api, { workflows }: Deps): void {
  app.post(
    '/workflow-runs/:runId/curation',
    {
      config: { operation: 'decideWorkflowRunCuration' },
      schema: {
        summary: 'Record a selection among the candidates',
        description:
          'It never changes; the same again is answered like the first. The run stays paused until it is continued. Requires the access `run`. `details.reason` of a `conflict`: `stale_digest`, `unknown_candidate`, `already_decided`.',
        tags: ['Workflow runs'],
        params: runParams,
        body: ref(workflowCurationRequest),
        response: { 200: ref(workflowCuration), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const runId = runIdOf(request.params);
      const { candidate_set_digest, approved_candidate_ids, note, criteria } = request.body;
      const criteriaJson = criteria ? JSON.stringify(criteria) : '';
      const problems = tooManyBytes('criteria', criteriaJson, MAX_CRITERIA);
      if (problems.length > 0) throw validationFault(problems);
      const decision = {
        runId,
        candidateSetDigest: candidate_set_digest,
        approvedCandidateIds: approved_candidate_ids,
        note,
        criteriaJson,
      };
      const scope = callScope(request, reply);
      const decided = await workflows.decide(decision, scope);
      return presentCuration(await completeCuration(workflows, decided, scope));
    },
  );
}
