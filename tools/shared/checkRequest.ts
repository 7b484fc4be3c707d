import type { Check, DatasetSize, Settings, ToolContract, ToolInput, Verdict } from '../contract.ts';
import { checkInputs } from './checkInputs.ts';
import { completeSettings } from './completeSettings.ts';

/** Returns all problems of a request. The tool's own check runs only when the request matches the contract. */
export function checkRequest(
  contract: ToolContract,
  check: Check,
  inputs: ToolInput[],
  given: unknown,
  dataset?: DatasetSize,
): { verdict: Verdict; settings: Settings } {
  const { settings, problems } = completeSettings(contract, given);
  return { verdict: checkInputs(contract, check, inputs, settings, problems, dataset), settings };
}
