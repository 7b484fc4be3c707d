import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { type InputSource, JobInputs, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Submission, SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { problemsOfLabels } from '../job/labels.ts';

/**
 * The bounds that jobs enforces for every caller, even if the caller has checked them. The gateway's schemas have the
 * same bounds (packages/api/src/schemas), and the columns that store these texts have them as constraints (migrations).
 */
export const bounds = {
  /** Characters of identifiers, kinds and formats. */
  id: 128,
  /** Characters of names and labels. */
  label: 500,
  inputs: 1_000,
  fileNames: 100,
  modifications: 1_000,
  /** Bytes of JSON as this service writes it; numbers can become longer (`1e20`). */
  settingsBytes: 64 * 1024,
  metadataBytes: 16 * 1024,
  /** Bytes of all inputs and settings as stored: twice what the gateway accepts. */
  inputBytes: 1024 * 1024,
};

const PROJECT_ID = /^proj_[0-9a-hjkmnp-tv-z]{26}$/;

type Bounded = Submission &
  Partial<Pick<SubmitRequest, 'name' | 'projectId' | 'parentRef' | 'labels' | 'cancelAfterMs' | 'rerunOf'>>;

/**
 * Refuses a request that is too large to be stored, or to share a batch with other requests.
 *
 * @throws validation_error with the first 20 problems, payload_too_large when all inputs together are too large.
 */
export function refuseUnbounded(request: Bounded): void {
  const { tool, inputs, settingsJson, name, projectId, parentRef, labels = {}, cancelAfterMs, rerunOf } = request;
  const isProject = projectId === undefined || PROJECT_ID.test(projectId);
  const problems = [
    ...tooLong('tool', tool, bounds.id),
    ...tooLong('name', name, bounds.label),
    ...tooLong('parent_ref', parentRef, bounds.label),
    ...tooLong('rerun_of', rerunOf, bounds.id),
    ...problemsOfLabels(labels),
    ...problemsOfDelay(cancelAfterMs),
    ...(isProject ? [] : [{ path: 'project_id', message: 'is not a project id' }]),
    ...tooManyBytes('settings', settingsJson, bounds.settingsBytes),
    ...(inputs.length > bounds.inputs ? [tooMany('input.inputs', inputs.length, bounds.inputs)] : []),
    ...inputs.slice(0, bounds.inputs).flatMap(problemsOfInput),
  ];
  if (problems.length > 0) throw validationFault(problems.slice(0, 20));
  const bytes = encodedBytes(JobInputs, { inputs, settingsJson, givenSettingsJson: settingsJson });
  if (bytes > bounds.inputBytes)
    throw new Fault('payload_too_large', `input.inputs: has ${bytes} bytes; the limit is ${bounds.inputBytes}.`, {
      details: { bytes, max_bytes: bounds.inputBytes },
    });
}

/** The longest time in which a job may start before it is cancelled. */
const MAX_CANCEL_AFTER_MS = 30 * 24 * 3600 * 1000;

function problemsOfDelay(ms: number | undefined): Problem[] {
  if (ms === undefined || (ms >= 1_000 && ms <= MAX_CANCEL_AFTER_MS)) return [];
  return [{ path: 'cancel_after', message: 'must be from 1 second to 30 days' }];
}

function problemsOfInput(input: SubmittedInput, i: number): Problem[] {
  const path = `input.inputs[${i}]`;
  const { id, slotId, kind, format, label, chainId, msa, modifications, metadataJson } = input;
  return [
    ...tooLong(`${path}.id`, id, bounds.id),
    ...tooLong(`${path}.slotId`, slotId, bounds.id),
    ...tooLong(`${path}.kind`, kind, bounds.id),
    ...tooLong(`${path}.format`, format, bounds.id),
    ...tooLong(`${path}.label`, label, bounds.label),
    ...tooLong(`${path}.chainId`, chainId, bounds.id),
    ...tooLong(`${path}.msa.fileName`, msa?.fileName, bounds.label),
    ...tooLong(`${path}.msa.format`, msa?.format, bounds.id),
    ...tooManyBytes(`${path}.metadata`, metadataJson, bounds.metadataBytes),
    ...(modifications.length > bounds.modifications
      ? [tooMany(`${path}.modifications`, modifications.length, bounds.modifications)]
      : modifications.flatMap(({ ccd }, n) => tooLong(`${path}.modifications[${n}].ccd`, ccd, bounds.id))),
    ...problemsOfSource(input.source?.source, `${path}.source`),
  ];
}

function problemsOfSource(source: InputSource['source'], path: string): Problem[] {
  switch (source?.$case) {
    case 'file': {
      const { fileName, fileNames, fileMimeType, fileId } = source.value;
      return [
        ...tooLong(`${path}.fileName`, fileName, bounds.label),
        ...tooLong(`${path}.fileMimeType`, fileMimeType, bounds.id),
        ...tooLong(`${path}.file_id`, fileId, bounds.id),
        ...(fileNames.length > bounds.fileNames
          ? [tooMany(`${path}.fileNames`, fileNames.length, bounds.fileNames)]
          : fileNames.flatMap((name, i) => tooLong(`${path}.fileNames[${i}]`, name, bounds.label))),
      ];
    }
    case 'external':
      return [
        ...tooLong(`${path}.externalSource`, source.value.database, bounds.id),
        ...tooLong(`${path}.externalId`, source.value.id, bounds.id),
      ];
    case 'artifact':
      return [
        ...tooLong(`${path}.key`, source.value.key, bounds.label),
        ...tooLong(`${path}.sha256`, source.value.sha256, bounds.id),
      ];
    default:
      return [];
  }
}

/**
 * Returns a problem for a text that is too long. Length is counted in code points, like JSON Schema's maxLength and
 * PostgreSQL's char_length.
 */
function tooLong(path: string, text: string | undefined, max: number): Problem[] {
  if (text === undefined || text.length <= max) return [];
  if (text.length <= 2 * max && [...text].length <= max) return [];
  return [{ path, message: `has more than ${max} characters` }];
}

function tooManyBytes(path: string, json: string | undefined, max: number): Problem[] {
  const bytes = Buffer.byteLength(json ?? '');
  return bytes <= max ? [] : [{ path, message: `has ${bytes} bytes as JSON; the limit is ${max}` }];
}

function tooMany(path: string, found: number, max: number): Problem {
  return { path, message: `has ${found} items; the limit is ${max}` };
}
