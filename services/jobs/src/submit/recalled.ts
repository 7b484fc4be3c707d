import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { JobInputs, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Submission } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { DatasetUse, Settings } from '@rotamer/tools/contract.ts';

/** What differs from the first time that a job ran. */
export interface Changes {
  /** Values that replace settings of the job; null stands for the default of the tool. */
  settings: Settings;
  /** Whether the newest release of the dataset is searched, not the one that the job pins. */
  newestRelease: boolean;
}

/**
 * Returns the request that runs a job again. `use` is how its tool takes a dataset now.
 *
 * @throws validation_error when the changes contradict each other, conflict for an input that only the workflow run of
 * the job can send.
 */
export function recalled(tool: string, job: JobInputs, use: DatasetUse | undefined, changes: Changes): Submission {
  const settings: Settings = {
    ...JSON.parse(job.settingsJson || '{}'),
    ...newest(job, use, changes),
    ...changes.settings,
  };
  const kept = Object.entries(settings).filter(([, value]) => value !== null);
  return { tool, inputs: job.inputs.map(asSubmitted), settingsJson: JSON.stringify(Object.fromEntries(kept)) };
}

/** Returns the setting that names the dataset, without its release. */
function newest({ dataset }: JobInputs, use: DatasetUse | undefined, { settings, newestRelease }: Changes): Settings {
  if (!newestRelease) return {};
  const problem = (message: string) => validationFault([{ path: 'dataset_release', message }]);
  if (!use || !dataset) throw problem('must be left out: the job searches no dataset');
  if (Object.hasOwn(settings, use.setting))
    throw problem(`must be left out where settings.${use.setting} names what is searched`);
  return { [use.setting]: dataset.id };
}

function asSubmitted({ stored: _, ...input }: SubmittedInput): SubmittedInput {
  if (input.source?.source?.$case !== 'artifact') return input;
  throw new Fault('conflict', `The input '${input.id}' is a result of a workflow run, which only the run can send.`, {
    resolution: 'Run the workflow again, or submit a job with a file of the result as its input.',
    details: { reason: 'inputs_of_run' },
  });
}
