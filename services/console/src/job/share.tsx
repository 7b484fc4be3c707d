import { formOf } from '@rotamer/http/request/form.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseForeignForm } from '../http/formToken.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { readShareForm } from './readShareForm.ts';
import { SharePage } from './SharePage.tsx';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

/** GET …/jobs/{jobId}/share: who may see the job. POST: changes that. */
export function share(app: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>, visit: VisitOf): void {
  app.get('/w/:workspace/jobs/:jobId/share', async (request: OfJob, reply) => {
    const { api, site } = visit(request);
    const { jobId } = request.params;
    const [frame, job, sharing] = await Promise.all([
      site('jobs'),
      api.jobs.details(jobId),
      api.jobs.at(jobId).sharing(),
    ]);
    const link = `${publicUrl.replace(/\/$/, '')}/share/${jobId}`;
    return sendPage(reply, frame, 'Share', <SharePage job={job} sharing={sharing} link={link} now={new Date()} />);
  });

  app.post('/w/:workspace/jobs/:jobId/share', async (request: OfJob, reply) => {
    const { api, token, workspaceId } = visit(request);
    refuseForeignForm(request, token);
    const { jobId } = request.params;
    await api.jobs.at(jobId).share(readShareForm(formOf(request), new Date()));
    const path = pathTo({ root: rootOf(request), workspace: { id: workspaceId } }, `jobs/${jobId}/share`);
    return reply.redirect(path, 303);
  });
}
