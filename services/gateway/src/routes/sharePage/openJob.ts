import { jobIdOf } from '@rotamer/http/params/ids.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import type { Visitors } from './visitors.ts';

/** Returns the job of a page; undefined when the visitor must sign in first. `token`: that of the followed link. */
export type OpenJob = (
  request: FastifyRequest<{ Params: { jobId: string } }>,
  reply: FastifyReply,
  token?: string,
) => Promise<Job | undefined>;

/** Asks jobs for access, for every page and every file. */
export function createOpenJob({ sharing }: Pick<Deps, 'sharing'>, visitors: Visitors): OpenJob {
  return async (request, reply, token = visitors.tokenOf(request)) => {
    const jobId = jobIdOf(request.params);
    const signedIn = await visitors.isSignedIn(request);
    const { job } = await sharing.openShare({ jobId, token, signedIn }, callScope(request, reply));
    return job;
  };
}
