import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListToolsRequest, ListToolsResponse, Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { CatalogueTool } from '../catalogue/toolStore.ts';
import type { Deps } from '../deps.ts';

type ToolDeps = Pick<Deps, 'catalogue' | 'availability'>;

export function listTools(deps: ToolDeps): Rpc<ListToolsRequest, ListToolsResponse> {
  return async () => ({ tools: await Promise.all(deps.catalogue.list().map((tool) => presentTool(tool, deps))) });
}

/** Converts a tool to its proto form, including whether a live runner offers it now. */
export async function presentTool(tool: CatalogueTool, { availability }: ToolDeps): Promise<Tool> {
  return {
    id: tool.contract.id,
    version: tool.contract.version,
    available: await availability.isOffered(tool),
    contractJson: JSON.stringify(tool.contract),
  };
}
