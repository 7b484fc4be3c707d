import { validateWorkflow as operation } from '@rotamer/api/operations/workflows/validateWorkflow.ts';
import { workflowIdOf } from '@rotamer/http/params/ids.ts';
import { presentValidation } from '@rotamer/present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /workflows/{workflowId}/validate: validates a draft. */
export const validateWorkflow = handler(operation, ({ workflows }) => async (request, reply) => {
  const { definition, settings } = request.body;
  const draft = {
    workflowId: workflowIdOf(request.params),
    definitionJson: JSON.stringify(definition),
    settingsJson: settings ? JSON.stringify(settings) : '',
  };
  return presentValidation(await workflows.validate(draft, callScope(request, reply)));
});
