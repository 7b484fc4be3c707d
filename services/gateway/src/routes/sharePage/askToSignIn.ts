import type { FastifyReply, FastifyRequest } from 'fastify';
import { rootOf } from '../../http/baseUrl.ts';
import type { SignInForm } from './signInForm.ts';

type JobRequest = FastifyRequest<{ Params: { jobId: string } }>;

/** Sends the sign-in form for a job. `notice`: why the previous form was refused. */
export type AskToSignIn = (request: JobRequest, reply: FastifyReply, notice?: string) => FastifyReply;

export function createAskToSignIn(form: SignInForm): AskToSignIn {
  return (request, reply, notice) =>
    form.show(request as FastifyRequest, reply, { root: rootOf(request), action: shareLink(request), notice });
}

/** The link to the page of a job, from that page or from a page of one of its files. */
export function shareLink(request: JobRequest): string {
  return `${rootOf(request)}share/${encodeURIComponent(request.params.jobId)}`;
}
