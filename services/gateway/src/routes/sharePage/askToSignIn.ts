import { hasWays, type SignInWays } from '@rotamer/accounts/signIn/signInFrame.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInForm } from './signInForm.ts';

type JobRequest = FastifyRequest<{ Params: { jobId: string } }>;

/** Sends the sign-in form for a job. `notice`: why the previous form was refused. */
export type AskToSignIn = (request: JobRequest, reply: FastifyReply, notice?: string) => Promise<FastifyReply>;

export function createAskToSignIn(form: SignInForm, ways: SignInWays): AskToSignIn {
  return (request, reply, notice) => {
    const loginLink = loginLinkTo(request, ways, `/share/${encodeURIComponent(request.params.jobId)}`);
    const view = { root: rootOf(request), action: shareLink(request), loginLink, notice };
    return form.show(request as FastifyRequest, reply, view);
  };
}

/** Returns the link to the sign-in page, from which people return to a path; undefined when there is no way to sign in. */
export function loginLinkTo(request: Pick<FastifyRequest, 'url'>, ways: SignInWays, next: string): string | undefined {
  return hasWays(ways) ? `${rootOf(request)}login?next=${encodeURIComponent(next)}` : undefined;
}

/** The link to the page of a job, from that page or from a page of one of its files. */
export function shareLink(request: JobRequest): string {
  return `${rootOf(request)}share/${encodeURIComponent(request.params.jobId)}`;
}
