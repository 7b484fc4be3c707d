import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { tool } from '@rotamer/api/schemas/tool.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentTool } from '../../present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';

const TOOL_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/i;

/** GET /tools/{toolId}: the inputs, settings, outputs and price of a tool. */
export function getTool(app: Api, { jobs }: Deps): void {
  app.get(
    '/tools/:toolId',
    {
      config: { operation: 'getTool' },
      schema: {
        summary: 'Get a tool',
        tags: ['Tools'],
        params: Type.Object({ toolId: Type.String({ examples: ['protein-properties'] }) }),
        response: { 200: ref(tool), ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const { toolId } = request.params;
      if (!TOOL_ID.test(toolId)) throw notFound('tool');
      return presentTool(await jobs.getTool({ tool: toolId }, callScope(request, reply)));
    },
  );
}
