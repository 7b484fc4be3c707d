import type { Check, Settings, ToolContract, ToolInput, Verdict } from '../contract.ts';
import { checkInputs } from './checkInputs.ts';
import { completeSettings } from './completeSettings.ts';

/** All problems of a request. The tool's own check only sees requests that match the contract. */
export function checkRequest(
  contract: ToolContract,
  check: Check,
  inputs: ToolInput[],
  given: unknown,
): { verdict: Verdict; settings: Settings } {
  const { settings, problems } = completeSettings(contract, given);
  return { verdict: checkInputs(contract, check, inputs, settings, problems), settings };
}
