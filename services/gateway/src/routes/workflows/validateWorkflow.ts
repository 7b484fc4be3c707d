import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowValidation, workflowValidationRequest } from '@rotamer/api/schemas/workflow.ts';
import type { Deps } from '../../deps.ts';
import { presentValidation } from '../../present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { workflowIdOf, workflowParams } from './workflowId.ts';

/** POST /workflows/{workflowId}/validate: judges a draft. */
export function validateWorkflow(app: Api, { workflows }: Deps): void {
  app.post(
    '/workflows/:workflowId/validate',
    {
      config: { operation: 'validateWorkflow' },
      schema: {
        summary: 'Validate a draft of a workflow',
        description: 'Nothing is saved, published, run or charged. Requires the access `edit`.',
        tags: ['Workflows'],
        params: workflowParams,
        body: ref(workflowValidationRequest),
        response: { 200: ref(workflowValidation), ...errors(...bodyErrors, 'not_found') },
      },
    },
    async (request, reply) => {
      const { definition, settings } = request.body;
      const draft = {
        workflowId: workflowIdOf(request.params),
        definitionJson: JSON.stringify(definition),
        settingsJson: settings ? JSON.stringify(settings) : '',
      };
      return presentValidation(await workflows.validate(draft, callScope(request, reply)));
    },
  );
}
