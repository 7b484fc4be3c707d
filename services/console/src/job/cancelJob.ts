import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

/** POST …/jobs/{jobId}/cancel: ends a job that has not started, and shows its page. */
export function cancelJob(app: FastifyInstance, visit: VisitOf): void {
  app.post('/w/:workspace/jobs/:jobId/cancel', async (request: OfJob, reply) => {
    const { api, token, workspaceId } = visit(request);
    refuseForeignForm(request, token);
    await api.jobs.cancel(request.params.jobId);
    return toJob(request, reply, workspaceId, request.params.jobId);
  });
}

/** Leads to the page of a job. */
export function toJob(request: FastifyRequest, reply: FastifyReply, workspaceId: string, jobId: string): FastifyReply {
  const path = pathTo({ root: rootOf(request), workspace: { id: workspaceId } }, `jobs/${encodeURIComponent(jobId)}`);
  return reply.redirect(path, 303);
}
