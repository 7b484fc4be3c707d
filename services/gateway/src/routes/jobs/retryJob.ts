import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { jobRetry } from '@rotamer/api/schemas/job.ts';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from './jobId.ts';

/** POST /jobs/{jobId}/retry: retries a waiting job now. */
export function retryJob(app: Api, { jobs }: Deps): void {
  app.post(
    '/jobs/:jobId/retry',
    {
      config: { operation: 'retryJob' },
      preValidation: refuseBody,
      schema: {
        summary: 'Retry a waiting job now',
        tags: ['Jobs'],
        params: jobParams,
        response: { 200: ref(jobRetry), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const job = await jobs.retry({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return { object: 'job_retry' as const, job: presentJob(job) };
    },
  );
}
