import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { ifNoneMatch, notModified } from '../../schemas/headers.ts';
import { toolList } from '../../schemas/tool.ts';

/** GET /tools: the whole catalogue in one page. */
export const listTools = operation({
  id: 'listTools',
  method: 'GET',
  path: '/tools',
  access: { scope: 'jobs:read', role: 'viewer' },
  tag: 'Tools',
  summary: 'List tools',
  headers: ifNoneMatch,
  responses: { 200: { body: ref(toolList) }, ...notModified },
  errors: [],
  sample: { call: 'tools.list', cli: 'tools list', shown: { as: 'tool', fields: ['id', 'name'], isList: true } },
});
