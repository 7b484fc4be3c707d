import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { ifNoneMatch, notModified } from '../../schemas/headers.ts';
import { toolList } from '../../schemas/tool.ts';

const query = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Only tools that match these words, best first. A word may be the beginning of a longer one, and have a small mistake',
        examples: ['phylogenetic tree'],
      }),
    ),
    accepts: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Only tools with an input that takes this format, such as the `format` of a saved file',
        examples: ['FASTA'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /tools: the whole catalogue in one page, or the tools that a search finds or that take a format. */
export const listTools = operation({
  id: 'listTools',
  method: 'GET',
  path: '/tools',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'always' },
  tag: 'Tools',
  summary: 'List tools',
  query,
  headers: ifNoneMatch,
  responses: { 200: { body: ref(toolList) }, ...notModified },
  errors: [],
  sample: { call: 'tools.list', cli: 'tools list', shown: { as: 'tool', fields: ['id', 'name'], isList: true } },
});
