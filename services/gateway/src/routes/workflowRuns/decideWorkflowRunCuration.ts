import { decideWorkflowRunCuration as operation } from '@rotamer/api/operations/workflowRuns/decideWorkflowRunCuration.ts';
import { tooManyBytes } from '@rotamer/api/requests/readInputs.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { deciderOf, presentCuration } from '@rotamer/present/presentCuration.ts';
import { completeCuration } from '../../clients/wholeAnswers.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** Maximum bytes of criteria after re-encoding. */
const MAX_CRITERIA = 16 * 1024;

/** POST /workflow-runs/{runId}/curation: records a selection, once. */
export const decideWorkflowRunCuration = handler(operation, ({ workflows, members }) => async (request, reply) => {
  const runId = runIdOf(request.params);
  const { candidate_set_digest, approved_candidate_ids, note, criteria, node_id } = request.body;
  const criteriaJson = criteria ? JSON.stringify(criteria) : '';
  const problems = tooManyBytes('criteria', criteriaJson, MAX_CRITERIA);
  if (problems.length > 0) throw validationFault(problems);
  const decision = {
    runId,
    candidateSetDigest: candidate_set_digest,
    approvedCandidateIds: approved_candidate_ids,
    note,
    criteriaJson,
    nodeId: node_id,
  };
  const scope = callScope(request, reply);
  const decided = await workflows.decide(decision, scope);
  const curation = await completeCuration(workflows, decided, scope);
  return presentCuration(curation, await deciderOf(members, curation, request.credential!));
});
