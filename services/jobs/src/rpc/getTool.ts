import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetToolRequest, Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentTool } from './listTools.ts';

export function getTool(deps: Pick<Deps, 'catalogue' | 'availability'>): Rpc<GetToolRequest, Tool> {
  return async ({ tool }) => presentTool(deps.catalogue.get(tool), deps);
}
