import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { jobCancellation } from '@rotamer/api/schemas/job.ts';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from './jobId.ts';

/** POST /jobs/{jobId}/cancel: ends a job that has not started, with a full refund. */
export function cancelJob(app: Api, { jobs }: Deps): void {
  app.post(
    '/jobs/:jobId/cancel',
    {
      config: { operation: 'cancelJob' },
      preValidation: refuseBody,
      schema: {
        summary: 'Cancel a job that has not started',
        tags: ['Jobs'],
        params: jobParams,
        response: { 200: ref(jobCancellation), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const { job, refunded } = await jobs.cancel({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return { object: 'job_cancellation' as const, refunded, job: presentJob(job!) };
    },
  );
}
