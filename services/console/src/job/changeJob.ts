import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { rootOf } from '../http/rootOf.ts';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

/** POST …/jobs/{jobId}/cancel and …/stop: ends the job, and shows its page. */
export function changeJob(app: FastifyInstance, visit: VisitOf): void {
  const ways = {
    cancel: ({ api }: Visit, jobId: string) => api.jobs.cancel(jobId),
    stop: ({ api }: Visit, jobId: string) => api.jobs.stop(jobId),
  };
  for (const [name, end] of Object.entries(ways))
    app.post(`/w/:workspace/jobs/:jobId/${name}`, async (request: OfJob, reply) => {
      const visited = visit(request);
      refuseForeignForm(request, visited.token);
      await end(visited, request.params.jobId);
      return toJob(request, reply, visited.workspaceId, request.params.jobId);
    });
}

/** Leads to the page of a job. */
export function toJob(request: FastifyRequest, reply: FastifyReply, workspaceId: string, jobId: string): FastifyReply {
  const path = pathTo({ root: rootOf(request), workspace: { id: workspaceId } }, `jobs/${encodeURIComponent(jobId)}`);
  return reply.redirect(path, 303);
}
