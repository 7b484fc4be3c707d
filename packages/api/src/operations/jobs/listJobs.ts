import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobList } from '../../schemas/job.ts';
import { jobFilterQuery } from '../../schemas/jobFilter.ts';
import { pageQuery } from '../../schemas/page.ts';

const query = Type.Object({ ...pageQuery('jobs'), ...jobFilterQuery }, { additionalProperties: false });

/** GET /jobs: newest first. */
export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'project' },
  tag: 'Jobs',
  summary: 'List jobs, newest first',
  description:
    'A page with filters looks at 5,000 jobs at most. Where few match, it has fewer than `limit`, or none, and `next_cursor` goes on while `has_more` is true.',
  query,
  responses: { 200: { body: ref(jobList) } },
  errors: [],
  sample: { call: 'jobs.list', cli: 'jobs list', shown: { as: 'job', fields: ['id', 'status', 'name'], isList: true } },
});
