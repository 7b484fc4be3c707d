import type { Queryable } from '@rotamer/kit/db/db.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { inSpan } from '@rotamer/kit/telemetry/spans.ts';
import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { ContentEncoding, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Submission } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { PinnedDataset, Settings, ToolInput } from '@rotamer/tools/contract.ts';
import type { Checks } from '../catalogue/checkBatch.ts';
import { toToolInputs } from '../catalogue/toolInputs.ts';
import type { Catalogue, CatalogueTool } from '../catalogue/toolStore.ts';
import { resolveDataset } from '../datasets/resolveDataset.ts';
import { type Price, priceOf } from '../job/price.ts';
import { type Files, resolveSavedFiles } from './savedFiles.ts';

export interface AssessDeps {
  db: Queryable;
  catalogue: Catalogue;
  checks: Checks;
  files: Files;
}

/** The fields that quotes and submissions have in common. */
export interface AssessRequest extends Submission {
  maxReservedMillicredits?: number;
}

export interface Assessment {
  tool: CatalogueTool;
  /** The inputs as the job keeps them: content decoded to text, or the place of a saved file. */
  inputs: SubmittedInput[];
  /** Complete: every default filled in. */
  settings: Settings;
  /** The release that the settings name. */
  dataset?: PinnedDataset;
  /** Undefined for a free tool. */
  price?: Price;
  /** Expected run time; undefined where the tool does not estimate it. */
  expectedMinutes?: number;
}

/**
 * Validates a request and prices it.
 *
 * @throws not_found for an unknown tool or file, validation_error with all problems or for an unknown dataset.
 */
export async function assess(
  { db, catalogue, checks, files }: AssessDeps,
  request: AssessRequest,
  scope: CallScope,
): Promise<Assessment> {
  const tool = catalogue.get(request.tool);
  const saved = await resolveSavedFiles(files, request.inputs, scope);
  const { inputs, problems } = toToolInputs(request.inputs, saved);
  if (problems.length > 0) throw validationFault(problems);
  const workspaceId = scope.caller?.workspaceId ?? '';
  const given = parseSettings(request.settingsJson);
  const pinned = await resolveDataset(db, tool.contract.dataset, given, workspaceId);
  const task = { tool: request.tool, inputs, ...pinned };
  const { verdict, settings } = await inSpan('check input', {}, () => checks.check(workspaceId, task));
  if (verdict.problems.length > 0) throw validationFault(verdict.problems);
  const { credit, limits } = tool.contract;
  return {
    tool,
    inputs: request.inputs.map((input, i) => toKept(input, inputs[i]!, saved.get(i))),
    settings,
    dataset: pinned.dataset,
    price: priceOf(credit, limits, verdict, request.maxReservedMillicredits),
    expectedMinutes: verdict.estimatedMinutes,
  };
}

function toKept(submitted: SubmittedInput, { text }: ToolInput, file: ResolvedFile | undefined): SubmittedInput {
  const stored = file && { key: file.key, sha256: file.sha256, size: file.size };
  return { ...submitted, content: text, contentEncoding: ContentEncoding.UTF8, stored };
}

function parseSettings(json: string): unknown {
  return json === '' ? {} : JSON.parse(json);
}
