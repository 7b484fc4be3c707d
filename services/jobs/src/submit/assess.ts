import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { inSpan } from '@rotamer/kit/telemetry/spans.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Settings } from '@rotamer/tools/contract.ts';
import type { CheckPool } from '../catalogue/checkPool.ts';
import { toToolInputs } from '../catalogue/toolInputs.ts';
import type { Catalogue, CatalogueTool } from '../catalogue/toolStore.ts';
import { type Price, priceOf } from '../job/price.ts';
import { type Files, resolveSavedFiles } from './savedFiles.ts';

/** The fields that quotes and submissions have in common. */
export interface AssessRequest {
  tool: string;
  inputs: SubmittedInput[];
  settingsJson: string;
  maxReservedMillicredits?: number;
}

export interface Assessment {
  tool: CatalogueTool;
  /** The inputs as submitted, with the objects of saved files. */
  inputs: SubmittedInput[];
  /** Complete: every default filled in. */
  settings: Settings;
  /** Undefined for a free tool. */
  price?: Price;
}

/**
 * Validates a request and prices it.
 *
 * @throws not_found for an unknown tool or file, validation_error with all problems.
 */
export async function assess(
  { catalogue, checks, files }: { catalogue: Catalogue; checks: CheckPool; files: Files },
  request: AssessRequest,
  scope: CallScope,
): Promise<Assessment> {
  const tool = catalogue.get(request.tool);
  const resolved = await resolveSavedFiles(files, request.inputs, scope);
  const { inputs, problems } = toToolInputs(resolved);
  if (problems.length > 0) throw validationFault(problems);
  const task = { tool: request.tool, inputs, settings: parseSettings(request.settingsJson) };
  const { verdict, settings } = await inSpan('check input', {}, () =>
    checks.check(scope.caller?.workspaceId ?? '', task),
  );
  if (verdict.problems.length > 0) throw validationFault(verdict.problems);
  const { credit, limits } = tool.contract;
  return {
    tool,
    inputs: resolved.inputs,
    settings,
    price: priceOf(credit, limits, verdict, request.maxReservedMillicredits),
  };
}

function parseSettings(json: string): unknown {
  return json === '' ? {} : JSON.parse(json);
}
