import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { job } from '@rotamer/api/schemas/job.ts';
import { isTerminal } from '@rotamer/kit/jobStatus.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../../deps.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from './jobId.ts';

/** GET /jobs/{jobId}: the current state of a job, where people look for it first. Only the limits of the key bound how often. */
export function getJob(app: Api, deps: Deps): void {
  answerWithJob(app, deps, '/jobs/:jobId', 'getJob', 'Get a job');
}

/** GET /jobs/{jobId}/status: the same answer, for those who wait for the end; 429 when one job is asked for too often. */
export function getJobStatus(app: Api, deps: Deps): void {
  answerWithJob(app, deps, '/jobs/:jobId/status', 'getJobStatus', 'Get the status of a job');
}

function answerWithJob(
  app: Api,
  { jobs, clock }: Deps,
  path: '/jobs/:jobId' | '/jobs/:jobId/status',
  operation: 'getJob' | 'getJobStatus',
  summary: string,
): void {
  app.get(
    path,
    {
      config: { operation },
      schema: {
        summary,
        tags: ['Jobs'],
        params: jobParams,
        response: {
          200: {
            description: 'The job',
            headers: {
              'Retry-After': {
                type: 'integer',
                description: 'While the job is active: seconds to wait before the next poll',
              },
            },
            content: { 'application/json': { schema: ref(job) } },
          },
          ...errors('not_found'),
        },
      },
    },
    async (request, reply) => {
      const found = await jobs.get(
        { jobId: jobIdOf(request.params), poll: operation === 'getJobStatus' },
        callScope(request, reply),
      );
      if (!isTerminal(found.status)) reply.header('retry-after', pollDelaySeconds(found, clock()));
      return reply.send(presentJob(found));
    },
  );
}

/** The recommended polling delays, 5, 10, 20, then 30 seconds, by the age of the job. */
export function pollDelaySeconds({ createdAt }: Pick<Job, 'createdAt'>, now: Date): number {
  const age = (now.getTime() - createdAt!.getTime()) / 1000;
  if (age < 5) return 5;
  if (age < 15) return 10;
  return age < 35 ? 20 : 30;
}
