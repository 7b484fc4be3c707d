import { continueWorkflowRun as operation } from '@rotamer/api/operations/workflowRuns/continueWorkflowRun.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { peopleOf, presentRun } from '@rotamer/present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /workflow-runs/{runId}/continue: continues a paused run. */
export const continueWorkflowRun = handler(operation, ({ workflows, members }) => async (request, reply) => {
  const runId = runIdOf(request.params);
  const maxMillicredits = capMillicredits(request.body.max_credits);
  const details = await workflows.continue({ runId, maxMillicredits }, callScope(request, reply));
  return presentRun(details, await peopleOf(members, details, request.credential!));
});
