import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { jobStop } from '@rotamer/api/schemas/job.ts';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from './jobId.ts';

const description = [
  'The job is CANCELLED at once, and its tool ends within a few seconds. No result is kept.',
  'A job that has not started is cancelled with a full refund.',
  'A running metered job is charged for the run time that its runner has reported, at most once every 5 s, and never for more than is reserved.',
  'A running job with a fixed price is charged its price.',
  'A job that has ended is a `conflict` with `details.current_status`.',
  'A job of a workflow run is a `conflict` too: cancel the run.',
].join(' ');

/** POST /jobs/{jobId}/stop: ends a job that waits or runs. */
export function stopJob(app: Api, { jobs }: Deps): void {
  app.post(
    '/jobs/:jobId/stop',
    {
      config: { operation: 'stopJob' },
      preValidation: refuseBody,
      schema: {
        summary: 'Stop a job, also one that runs',
        description,
        tags: ['Jobs'],
        params: jobParams,
        response: { 202: ref(jobStop), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const { job } = await jobs.stop({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return reply.code(202).send({ object: 'job_stop' as const, job: presentJob(job!) });
    },
  );
}
