import { Type } from 'typebox';
import { exampleTool } from '../../operation/exampleValues.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { tool } from '../../schemas/tool.ts';

/** GET /tools/{toolId}: the inputs, settings, outputs and price of a tool. */
export const getTool = operation({
  id: 'getTool',
  method: 'GET',
  path: '/tools/{toolId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'always' },
  tag: 'Tools',
  summary: 'Get a tool',
  params: { toolId: Type.String({ examples: [exampleTool] }) },
  responses: { 200: { body: ref(tool) } },
  errors: ['not_found'],
  sample: { path: { toolId: exampleTool }, call: 'tools.get', cli: `tools show ${exampleTool}` },
});
