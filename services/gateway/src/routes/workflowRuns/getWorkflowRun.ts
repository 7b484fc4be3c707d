import { getWorkflowRun as operation } from '@rotamer/api/operations/workflowRuns/getWorkflowRun.ts';
import { readAttempt } from '@rotamer/http/params/ids.ts';
import { peopleOf, presentRun } from '@rotamer/present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflow-runs/{runId}: the state of a run. */
export const getWorkflowRun = handler(operation, ({ workflows, members }) => async (request, reply) => {
  const asked = readAttempt(request.params, request.query);
  const details = await workflows.getRun(asked, callScope(request, reply));
  return presentRun(details, await peopleOf(members, details, request.credential!));
});
