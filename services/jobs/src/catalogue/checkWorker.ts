import { findTool } from '@rotamer/tools/catalogue.ts';
import type { ToolInput } from '@rotamer/tools/contract.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';

export interface CheckTask {
  tool: string;
  inputs: ToolInput[];
  settings: unknown;
}

/** One shared integer: 0 while the task waits for a thread, 1 once its check has begun. */
export type Begun = Int32Array<SharedArrayBuffer>;

/** Runs a tool's `check.ts` in a worker thread: it may be slow or hang on hostile text, and this thread may be ended. */
export default function checkInWorker({ tool, inputs, settings, begun }: CheckTask & { begun: Begun }) {
  const entry = findTool(tool);
  if (!entry) throw new Error(`no tool ${tool}`);
  Atomics.store(begun, 0, 1);
  Atomics.notify(begun, 0);
  return checkRequest(entry.contract, entry.check, inputs, settings);
}
