import type { FastifyInstance } from 'fastify';
import { signInPage } from '../../sharePage/pages.ts';
import type { Visitors } from '../../sharePage/visitors.ts';
import { answerPage } from './answerPage.ts';
import type { OpenJob } from './openJob.ts';
import { formOf } from './preparePages.ts';

/** POST /share/{jobId}: signs in with an API key for an hour. A job that needs no sign-in, or does not exist, comes first. */
export function signIn(app: FastifyInstance, openJob: OpenJob, visitors: Visitors): void {
  app.post<{ Params: { jobId: string } }>('/share/:jobId', async (request, reply) => {
    const { jobId } = request.params;
    const job = await openJob(request, reply);
    const key = formOf(request).get('key') ?? '';
    if (!job && !(await visitors.signIn(request, reply, key))) {
      return answerPage(reply.code(401), signInPage(jobId, true));
    }
    return reply.redirect(`/share/${jobId}`, 303);
  });
}
