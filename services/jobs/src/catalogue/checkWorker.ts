import { findTool } from '@rotamer/tools/catalogue.ts';
import type { Settings, ToolInput, Verdict } from '@rotamer/tools/contract.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';

export interface CheckTask {
  tool: string;
  inputs: ToolInput[];
  settings: unknown;
}

/** One shared integer: how many checks of a batch have begun; 0 while it waits for a thread. */
export type Begun = Int32Array<SharedArrayBuffer>;

export interface CheckBatch {
  tasks: CheckTask[];
  begun: Begun;
}

export type CheckOutcome = { verdict: Verdict; settings: Settings } | { error: unknown };

/** Runs tools' `check.ts` in a worker thread: one may be slow or hang on hostile text, and this thread may be ended. */
export default function checkInWorker(batch: CheckBatch): CheckOutcome[] {
  return checkEach(batch, check);
}

/** Checks one after the other and says so as it goes; what one throws is its own outcome. */
export function checkEach({ tasks, begun }: CheckBatch, check: (task: CheckTask) => CheckOutcome): CheckOutcome[] {
  return tasks.map((task) => {
    Atomics.add(begun, 0, 1);
    try {
      return check(task);
    } catch (error) {
      return { error };
    }
  });
}

function check({ tool, inputs, settings }: CheckTask): CheckOutcome {
  const entry = findTool(tool);
  if (!entry) throw new Error(`no tool ${tool}`);
  return checkRequest(entry.contract, entry.check, inputs, settings);
}
