import { workflowLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowDetail } from '../../schemas/workflow.ts';

/** GET /workflows/{workflowId}: the published definition. */
export const getWorkflow = operation({
  id: 'getWorkflow',
  method: 'GET',
  path: '/workflows/{workflowId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflows',
  summary: 'Get a workflow with its published definition and settings',
  responses: { 200: { body: ref(workflowDetail), links: workflowLinks } },
  errors: ['not_found'],
  sample: { call: 'workflows.get', cli: 'workflows show WORKFLOW_ID' },
});
