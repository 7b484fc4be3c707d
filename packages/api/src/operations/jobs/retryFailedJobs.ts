import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobBulk, jobBulkRequest } from '../../schemas/jobBulk.ts';

/** POST /jobs/retry-failed: submits the failed jobs that match a filter again. */
export const retryFailedJobs = operation({
  id: 'retryFailedJobs',
  method: 'POST',
  path: '/jobs/retry-failed',
  access: { scope: 'jobs:write', role: 'member' },
  tag: 'Jobs',
  summary: 'Submit the failed jobs that match a filter again',
  description:
    'Each job that is FAILED or TIMEOUT is submitted as by `POST /jobs/{jobId}/rerun`, at the price of today, in its project and with its labels; `rerun_of` of the new job names it. A job is submitted once: a repeat within 7 days returns the same new job. Repeat the request with `next_cursor` while `has_more` is true. A key that is limited to projects or tools is refused.',
  body: ref(jobBulkRequest),
  responses: { 200: { body: ref(jobBulk) } },
  errors: [],
  sample: {
    body: { filter: { label: 'plate=7' }, dry_run: true },
    keywords: { filter: { label: 'plate=7' }, dry_run: true },
    call: 'jobs.retryFailed',
    cli: 'jobs retry-failed --label plate=7 --dry-run',
  },
});
