import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance } from 'fastify';
import { type AskToSignIn, shareLink } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';
import type { SignInForm } from './signInForm.ts';
import { FORM_REFUSED, KEY_REFUSED } from './signInForm.ts';
import type { Visitors } from './visitors.ts';

/** POST /share/{jobId}: signs in with an API key for an hour. Handles first a job that is unknown or needs no sign-in. */
export function signIn(
  app: FastifyInstance,
  openJob: OpenJob,
  visitors: Visitors,
  form: SignInForm,
  askToSignIn: AskToSignIn,
): void {
  app.post<{ Params: { jobId: string } }>('/share/:jobId', async (request, reply) => {
    const job = await openJob(request, reply);
    const sent = formOf(request);
    if (!job && !form.isOurs(request, sent.get('token') ?? '')) return askToSignIn(request, reply, FORM_REFUSED);
    if (!job && !(await visitors.signIn(request, reply, sent.get('key') ?? ''))) {
      return askToSignIn(request, reply, KEY_REFUSED);
    }
    return reply.redirect(shareLink(request), 303);
  });
}
