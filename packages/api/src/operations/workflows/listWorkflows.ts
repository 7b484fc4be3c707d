import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { pageQuery } from '../../schemas/page.ts';
import { workflowList } from '../../schemas/workflow.ts';

const query = Type.Object(pageQuery('workflows'), { additionalProperties: false });

/** GET /workflows: the published workflows that the caller may see, newest first. */
export const listWorkflows = operation({
  id: 'listWorkflows',
  method: 'GET',
  path: '/workflows',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'project' },
  tag: 'Workflows',
  summary: 'List published workflows that you may see, newest first',
  query,
  responses: { 200: { body: ref(workflowList) } },
  errors: [],
  sample: {
    call: 'workflows.list',
    cli: 'workflows list',
    shown: { as: 'workflow', fields: ['id', 'name'], isList: true },
  },
});
