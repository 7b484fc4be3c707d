import type { FastifyReply, FastifyRequest } from 'fastify';
import { rootOf } from '../../http/baseUrl.ts';
import type { SignInForm } from './signInForm.ts';

type JobRequest = FastifyRequest<{ Params: { jobId: string } }>;

/** Sends the form for signing in to see a job. `notice`: why the last one was refused. */
export type AskToSignIn = (request: JobRequest, reply: FastifyReply, notice?: string) => FastifyReply;

export function createAskToSignIn(form: SignInForm): AskToSignIn {
  return (request, reply, notice) =>
    form.show(request as FastifyRequest, reply, { root: rootOf(request), action: shareLink(request), notice });
}

/** The link from a page of a job, or of one of its files, to the page of the job. */
export function shareLink(request: JobRequest): string {
  return `${rootOf(request)}share/${encodeURIComponent(request.params.jobId)}`;
}
