import { findTool } from '@rotamer/tools/catalogue.ts';
import type { ToolInput } from '@rotamer/tools/contract.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';

export interface CheckTask {
  tool: string;
  inputs: ToolInput[];
  settings: unknown;
}

/** Runs a tool's `check.ts` in a worker thread: it may be slow or hang on hostile text, and this thread may be ended. */
export function checkInWorker({ tool, inputs, settings }: CheckTask) {
  const entry = findTool(tool);
  if (!entry) throw new Error(`no tool ${tool}`);
  return checkRequest(entry.contract, entry.check, inputs, settings);
}

export default checkInWorker;
