import type { Check, Run, ToolContract } from '../../contract.ts';
import { checkConfigured } from './checkConfigured.ts';
import { runConfigured } from './runConfigured.ts';

/** A tool by configuration as services and runners use it: all that it does follows from its contract. */
export function configuredTool(contract: ToolContract): { contract: ToolContract; check: Check; run: Run } {
  return { contract, check: checkConfigured(contract), run: runConfigured(contract) };
}
