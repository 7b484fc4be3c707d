import { policy } from '../../access/policy.ts';
import type { Api } from '../../api.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callScope } from '../../http/callScope.ts';
import { jobIdOf, jobParams } from '../../http/jobId.ts';
import { refuseBody } from '../../http/refuseBody.ts';
import { presentJob } from '../../present/presentJob.ts';
import { ref } from '../../schemas/build.ts';
import { bodyErrors, errors } from '../../schemas/error.ts';
import { jobCancellation } from '../../schemas/job.ts';

/** POST /jobs/{jobId}/cancel: ends a job that has not started, with a full refund. */
export function cancelJob(app: Api, { jobs }: Dependencies): void {
  app.post(
    '/jobs/:jobId/cancel',
    {
      config: { access: policy.cancelJob },
      preValidation: refuseBody,
      schema: {
        operationId: 'cancelJob',
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
