import { getWorkflowRunCuration as operation } from '@rotamer/api/operations/workflowRuns/getWorkflowRunCuration.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { deciderOf, presentCuration } from '@rotamer/present/presentCuration.ts';
import { wholeCuration } from '../../clients/wholeAnswers.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflow-runs/{runId}/curation: the checkpoint and its candidates. */
export const getWorkflowRunCuration = handler(operation, ({ workflows, members }) => async (request, reply) => {
  const runId = runIdOf(request.params);
  const curation = await wholeCuration(workflows, runId, callScope(request, reply));
  return presentCuration(curation, await deciderOf(members, curation, request.credential!));
});
