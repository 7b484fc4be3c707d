import { policy } from '../../access/policy.ts';
import type { Deps } from '../../deps.ts';
import { resultLinks } from '../../openapi/links.ts';
import { presentResult } from '../../present/presentResult.ts';
import { callScope } from '../../request/callScope.ts';
import { ref } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { jobResult } from '../../schemas/jobResult.ts';
import type { Api } from '../api.ts';
import { jobIdOf, jobParams } from '../jobs/jobId.ts';

/** GET /results/{jobId}: files with signed URLs and structured items of a job that has ended. */
export function getResult(app: Api, { jobs, blobs, readManifest }: Deps): void {
  app.get(
    '/results/:jobId',
    {
      config: { access: policy.getResult },
      links: { 200: resultLinks },
      schema: {
        operationId: 'getResult',
        summary: 'What a job left behind',
        tags: ['Results'],
        params: jobParams,
        response: { 200: ref(jobResult), ...errors('not_found', 'job_not_completed') },
      },
    },
    async (request, reply) => {
      const { job } = await jobs.getResult({ jobId: jobIdOf(request.params), poll: true }, callScope(request, reply));
      return presentResult(job!, await readManifest(job!.manifest!), blobs);
    },
  );
}
