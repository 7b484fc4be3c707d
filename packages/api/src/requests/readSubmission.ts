import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { Submission } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { JobQuoteRequestBody } from '../schemas/jobRequest.ts';
import { refuseDoubleNames, type TwoNames } from '../validation/aliases.ts';
import { capMillicredits, grownMetadata, readInput, refuseGrown, tooManyBytes, twoNamesOfFiles } from './readInputs.ts';

/** Maximum bytes of settings after re-encoding. */
export const MAX_SETTINGS = 64 * 1024;

const INPUTS = 'input.inputs';

/** Reads what quote and submit share, with aliases resolved, as the jobs service accepts it. */
export function readSubmission({ tool, input, settings, billing }: JobQuoteRequestBody) {
  refuseDoubleNames([...twoNamesOfFiles(input.inputs, INPUTS), twoNamesOfCap(billing)]);
  const cap = billing?.max_reserved_credits ?? billing?.maxReservedCredits;
  const submission: Submission = {
    tool,
    inputs: input.inputs.map(readInput),
    settingsJson: settings ? JSON.stringify(settings) : '',
  };
  const problems = [
    ...tooManyBytes('settings', submission.settingsJson, MAX_SETTINGS),
    ...grownMetadata(submission.inputs, INPUTS),
  ];
  if (problems.length > 0) throw validationFault(problems.slice(0, 20));
  refuseGrown(encodedBytes(Submission, submission));
  // Jobs of release 0.2 reads the fields of the request itself.
  return { ...submission, submission, maxReservedMillicredits: capMillicredits(cap) };
}

/** Returns both names of the cap of a metered job. */
export function twoNamesOfCap({
  max_reserved_credits,
  maxReservedCredits,
}: JobQuoteRequestBody['billing'] = {}): TwoNames {
  const values: [unknown, unknown] = [max_reserved_credits, maxReservedCredits];
  return { path: 'billing', alias: 'maxReservedCredits', name: 'max_reserved_credits', values };
}
