import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobRerunRequest } from '../../schemas/jobRerunRequest.ts';
import { submitJob } from './submitJob.ts';

/** POST /jobs/{jobId}/rerun: submits a job with the inputs of an earlier one, once per idempotency key. */
export const rerunJob = operation({
  id: 'rerunJob',
  method: 'POST',
  path: '/jobs/{jobId}/rerun',
  access: { scope: 'jobs:write', role: 'member', withProject: 'projects:write', limited: 'project' },
  tag: 'Jobs',
  summary: 'Run a job again, perhaps in the newest release of its dataset',
  description:
    'Submits a new job with the inputs and settings of an earlier one, at the price of today. Saved files among the inputs need the scope `files:read`. `conflict` when a saved file was deleted, or when an input is a result of a workflow run.',
  headers: submitJob.headers,
  body: ref(jobRerunRequest),
  optionalBody: true,
  responses: submitJob.responses,
  errors: submitJob.errors,
  sample: {
    body: { max_quoted_credits: 1 },
    keyed: 'insulin-b-chain-again-1',
    call: 'jobs.at().rerun',
    cli: 'jobs rerun JOB_ID --max-credits 1',
    shown: { as: 'job', fields: ['id', 'status'] },
  },
});
