import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { capMillicredits, tooManyBytes } from '@rotamer/api/requests/readInputs.ts';
import { MAX_SETTINGS, twoNamesOfCap } from '@rotamer/api/requests/readSubmission.ts';
import type { JobRerunRequestBody } from '@rotamer/api/schemas/jobRerunRequest.ts';
import { refuseDoubleNames } from '@rotamer/api/validation/aliases.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { requireScope } from '../../access/authorise.ts';
import type { Jobs } from '../../clients/clients.ts';

/**
 * Returns the request that runs a job again, with the changes of the body.
 *
 * @throws not_found, conflict when an input is not there any more, forbidden when the key may not read a saved file.
 */
export async function recallJob(
  jobs: Jobs,
  { jobId, credential, scope }: { jobId: string; credential: Credential; scope: CallScope },
  { dataset_release, settings, billing }: Pick<JobRerunRequestBody, 'dataset_release' | 'settings' | 'billing'>,
) {
  refuseDoubleNames([twoNamesOfCap(billing)]);
  const settingsJson = settings ? JSON.stringify(settings) : '';
  const problems = tooManyBytes('settings', settingsJson, MAX_SETTINGS);
  if (problems.length > 0) throw validationFault(problems);
  const { submission, name, labels } = await jobs.recall(
    { jobId, settingsJson, newestRelease: dataset_release === 'newest' },
    scope,
  );
  if (submission!.inputs.some(isSavedFile)) requireScope('files:read', credential);
  const cap = billing?.max_reserved_credits ?? billing?.maxReservedCredits;
  // Jobs of release 0.2 reads the fields of the request itself.
  return { ...submission!, submission, name, labels, maxReservedMillicredits: capMillicredits(cap) };
}

const isSavedFile = ({ content, source }: SubmittedInput): boolean =>
  content === undefined && source?.source?.$case === 'file';
