import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobBulk, jobBulkRequest } from '../../schemas/jobBulk.ts';

/** POST /jobs/cancel: cancels the waiting jobs that match a filter. */
export const cancelJobs = operation({
  id: 'cancelJobs',
  method: 'POST',
  path: '/jobs/cancel',
  access: { scope: 'jobs:write', role: 'member' },
  tag: 'Jobs',
  summary: 'Cancel the waiting jobs that match a filter',
  description:
    'Each job is cancelled as by `POST /jobs/{jobId}/cancel`: jobs that run and jobs of workflow runs are left as they are. Repeat the request with `next_cursor` while `has_more` is true. A repeat cancels nothing twice. A key that is limited to projects or tools is refused.',
  body: ref(jobBulkRequest),
  responses: { 200: { body: ref(jobBulk) } },
  errors: [],
  audit: {
    action: 'jobs.cancelled',
    resource: 'workspace',
    id: { response: 'workspace_id' },
    facts: ['done'],
    onlyOfOthers: true,
  },
  sample: {
    body: { filter: { label: 'plate=7' }, dry_run: true },
    keywords: { filter: { label: 'plate=7' }, dry_run: true },
    call: 'jobs.cancelMany',
    cli: 'jobs cancel --label plate=7 --dry-run',
  },
});
