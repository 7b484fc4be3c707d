import { Fault, validationFault } from '@rotamer/kit/fault.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Settings } from '@rotamer/tools/contract.ts';
import type { CheckPool } from '../catalogue/checkPool.ts';
import { toToolInputs } from '../catalogue/toolInputs.ts';
import type { Catalogue, CatalogueTool } from '../catalogue/toolStore.ts';
import { type Price, priceOf } from '../money/price.ts';

/** What a quote and a submission have in common. */
export interface AssessRequest {
  tool: string;
  inputs: SubmittedInput[];
  settingsJson: string;
  maxReservedCredits?: number;
}

export interface Assessment {
  tool: CatalogueTool;
  /** Complete: every default filled in. */
  settings: Settings;
  /** Undefined: costs nothing. */
  price?: Price;
}

/** Validates a request and prices it. Throws not_found for an unknown tool or file, validation_error with all problems. */
export async function assess(
  { catalogue, checks }: { catalogue: Catalogue; checks: CheckPool },
  request: AssessRequest,
): Promise<Assessment> {
  const tool = catalogue.get(request.tool);
  refuseFiles(request.inputs);
  const { inputs, problems } = toToolInputs(request.inputs);
  if (problems.length > 0) throw validationFault(problems);
  const task = { tool: request.tool, inputs, settings: parseSettings(request.settingsJson) };
  const { verdict, settings } = await checks.check(task);
  if (verdict.problems.length > 0) throw validationFault(verdict.problems);
  const { credit, limits } = tool.contract;
  return { tool, settings, price: priceOf(credit, limits, verdict, request.maxReservedCredits) };
}

/** There is no file library yet, so a saved file cannot exist. */
function refuseFiles(inputs: SubmittedInput[]): void {
  const i = inputs.findIndex(({ content, source }) => content === undefined && source?.source?.$case === 'file');
  if (i < 0) return;
  throw new Fault('not_found', `input.inputs[${i}].source.file_id: no such file.`, {
    resolution: 'Send the content inline, or the id of a saved file of this workspace.',
  });
}

function parseSettings(json: string): unknown {
  return json === '' ? {} : JSON.parse(json);
}
