import { getWorkflow as operation } from '@rotamer/api/operations/workflows/getWorkflow.ts';
import { workflowIdOf } from '@rotamer/http/params/ids.ts';
import { presentWorkflowDetail } from '@rotamer/present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflows/{workflowId}: the published definition. */
export const getWorkflow = handler(operation, ({ workflows }) => async (request, reply) => {
  const workflowId = workflowIdOf(request.params);
  return presentWorkflowDetail(await workflows.get({ workflowId }, callScope(request, reply)));
});
