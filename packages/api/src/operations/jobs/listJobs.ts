import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobList } from '../../schemas/job.ts';
import { pageQuery } from '../../schemas/page.ts';

const query = Type.Object(pageQuery('jobs'), { additionalProperties: false });

/** GET /jobs: newest first. */
export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'project' },
  tag: 'Jobs',
  summary: 'List jobs, newest first',
  query,
  responses: { 200: { body: ref(jobList) } },
  errors: ['validation_error'],
  sample: { call: 'jobs.list', cli: 'jobs list', shown: { as: 'job', fields: ['id', 'status', 'name'], isList: true } },
});
