import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { leaving, passOn } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

/** GET …/runs/{runId}/candidates/{candidateId}: the content of a candidate, for the 3D view and as a download. */
export function candidate(app: FastifyInstance, visit: VisitOf): void {
  app.get<{ Params: { runId: string; candidateId: string } }>(
    '/w/:workspace/runs/:runId/candidates/:candidateId',
    async (request, reply) => {
      const { api } = visit(request);
      const { candidates } = await api.runs.curation(request.params.runId);
      const found = candidates.find(({ id }) => id === request.params.candidateId);
      if (found?.text != null) {
        const name = `${found.label || found.id}.${found.format.toLowerCase()}`;
        reply.type('application/octet-stream').header('content-disposition', attachment(name));
        return reply.send(Buffer.from(found.text));
      }
      if (!found?.result_url || !found.file) throw notFound('candidate');
      const response = await api.open(found.result_url.replace(/^\/api\/v1/, ''), { signal: leaving(reply) });
      if (!response.ok) throw notFound('candidate');
      return passOn(reply, response, ['content-type', 'content-length', 'content-disposition']);
    },
  );
}
