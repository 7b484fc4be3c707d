import { getTool as operation } from '@rotamer/api/operations/tools/getTool.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { presentTool } from '@rotamer/present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

const TOOL_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/i;

/** GET /tools/{toolId}: the inputs, settings, outputs and price of a tool. */
export const getTool = handler(operation, ({ jobs }) => async (request, reply) => {
  const { toolId } = request.params;
  if (!TOOL_ID.test(toolId)) throw notFound('tool');
  return presentTool(await jobs.getTool({ tool: toolId }, callScope(request, reply)));
});
