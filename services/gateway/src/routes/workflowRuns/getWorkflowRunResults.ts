import { getWorkflowRunResults as operation } from '@rotamer/api/operations/workflowRuns/getWorkflowRunResults.ts';
import { readAttempt } from '@rotamer/http/params/ids.ts';
import { presentRunResult } from '@rotamer/present/presentRunResult.ts';
import { wholeResults } from '../../clients/wholeAnswers.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflow-runs/{runId}/results: the results of an attempt so far. */
export const getWorkflowRunResults = handler(operation, ({ workflows }) => async (request, reply) => {
  const { node_id: nodeId, limit } = request.query;
  const asked = { ...readAttempt(request.params, request.query), nodeId, limit };
  return presentRunResult(await wholeResults(workflows, asked, callScope(request, reply)));
});
