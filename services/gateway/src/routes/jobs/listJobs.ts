import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { jobList } from '@rotamer/api/schemas/job.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { pageQuery, presentPage, readPage } from '../page.ts';

const query = Type.Object(pageQuery('jobs'), { additionalProperties: false });

/** GET /jobs: newest first. */
export function listJobs(app: Api, { jobs }: Deps): void {
  app.get(
    '/jobs',
    {
      config: { operation: 'listJobs', importance: 'list' },
      schema: {
        summary: 'List jobs, newest first',
        tags: ['Jobs'],
        querystring: query,
        response: { 200: ref(jobList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const page = readPage('job', request.query);
      const answer = await jobs.list(page, callScope(request, reply));
      return presentPage(answer.jobs, answer.hasMore, presentJob);
    },
  );
}
