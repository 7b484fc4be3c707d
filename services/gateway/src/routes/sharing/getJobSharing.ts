import { errors } from '@rotamer/api/schemas/error.ts';
import type { Deps } from '../../deps.ts';
import { linkHeader, presentSharing } from '../../present/presentSharing.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from '../jobs/jobId.ts';
import { sharingAnswer } from './sharingAnswer.ts';

/** GET /jobs/{jobId}/share: who outside the workspace may view a job. */
export function getJobSharing(app: Api, { sharing }: Deps): void {
  app.get(
    '/jobs/:jobId/share',
    {
      config: { operation: 'getJobSharing' },
      schema: {
        summary: 'Get the sharing settings of a job',
        tags: ['Sharing'],
        params: jobParams,
        response: { 200: sharingAnswer, ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const found = await sharing.getSharing({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return reply.header('link', linkHeader(found)).send(presentSharing(found));
    },
  );
}
