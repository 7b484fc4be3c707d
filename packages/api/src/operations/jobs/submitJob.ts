import { exampleInput, exampleName, exampleTool } from '../../operation/exampleValues.ts';
import { jobLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import {
  idempotencyHeaders,
  preferenceApplied,
  preferWait,
  replayedHeader,
  submissionHeaders,
} from '../../schemas/headers.ts';
import { job, replayedJob } from '../../schemas/job.ts';
import { jobRequest } from '../../schemas/jobRequest.ts';

/** POST /jobs: accepts a job, once per idempotency key. */
export const submitJob = operation({
  id: 'submitJob',
  method: 'POST',
  path: '/jobs',
  access: {
    scope: 'jobs:write',
    role: 'member',
    withProject: 'projects:write',
    withSavedFile: 'files:read',
    limited: 'project',
  },
  tag: 'Jobs',
  summary: 'Submit a job',
  headers: idempotencyHeaders('job', { ...preferWait, ...submissionHeaders }),
  body: ref(jobRequest),
  responses: {
    202: { description: 'The job was accepted', headers: preferenceApplied, body: ref(job), links: jobLinks },
    200: {
      description: 'The job of an earlier request with the same idempotency key, in its current state',
      headers: { ...replayedHeader, ...preferenceApplied },
      body: ref(replayedJob),
      links: jobLinks,
    },
  },
  errors: [
    'insufficient_credits',
    'budget_exceeded',
    'daily_limit_exceeded',
    'concurrent_job_limit_exceeded',
    'not_found',
    'conflict',
    'price_changed',
  ],
  sample: {
    body: { tool: exampleTool, name: exampleName, input: exampleInput, max_quoted_credits: 1 },
    keywords: { tool: exampleTool, inputs: exampleInput.inputs, name: exampleName, max_quoted_credits: 1 },
    keyed: 'insulin-b-chain-1',
    call: 'jobs.submit',
    cli: `submit ${exampleTool} sequences.fasta --name '${exampleName}' --max-credits 1`,
    shown: { as: 'job', fields: ['id', 'status'] },
  },
});
