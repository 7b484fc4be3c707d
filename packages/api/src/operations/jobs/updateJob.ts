import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { job } from '../../schemas/job.ts';
import { jobUpdateRequest } from '../../schemas/jobUpdateRequest.ts';

/** PATCH /jobs/{jobId}: changes name and labels, in any status. */
export const updateJob = operation({
  id: 'updateJob',
  method: 'PATCH',
  path: '/jobs/{jobId}',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Change the name and labels of a job',
  body: ref(jobUpdateRequest),
  responses: { 200: { body: ref(job) } },
  errors: ['not_found'],
  audit: { action: 'job.changed', resource: 'job', id: { param: 'jobId' }, onlyOfOthers: true },
  sample: {
    body: { labels: { plate: '7' } },
    keywords: { labels: { plate: '7' } },
    call: 'jobs.update',
    cli: 'jobs label JOB_ID plate=7',
  },
});
