import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nextOf } from '../http/cursors.ts';
import { passOn } from '../http/passOn.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { FilesPage } from './FilesPage.tsx';

type OfFile = FastifyRequest<{ Params: { fileId: string } }>;

/** Files of one page, and most characters of a search. */
const PAGE = 50;
const MAX_TEXT = 200;

/** Most projects among which the reader chooses. */
const OFFERED = 100;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : '');

const passed = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag'];

/** GET /w/{workspace}/files: the saved files, newest first. GET …/files/{fileId}/bytes: the download of one. */
export function files(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/files', async (request, reply) => {
    const { api, site } = visit(request);
    const query = request.query as { q?: unknown; project?: unknown; after?: unknown };
    const [asked, projectId, after] = [textOf(query.q), textOf(query.project), textOf(query.after)];
    const list = api.files.list({
      limit: PAGE,
      ...(asked && { q: asked }),
      ...(projectId && { project_id: projectId }),
    });
    const [frame, page, projects] = await Promise.all([
      site('files'),
      list.page(after || undefined),
      api.projects.list({ limit: OFFERED }).page(),
    ]);
    const shown = { files: page.data, projects: projects.data, projectId, asked, next: nextOf(page) };
    return sendPage(reply, frame, 'Files', <FilesPage {...shown} />);
  });

  app.get('/w/:workspace/files/:fileId/bytes', async (request: OfFile, reply) => {
    const { api } = visit(request);
    const { range } = request.headers;
    const path = `/files/${encodeURIComponent(request.params.fileId)}/bytes`;
    const response = await api.open(path, { headers: range ? { range } : {}, signal: goneSignal(reply) });
    if (!response.ok) throw notFound('file');
    return passOn(reply, response, passed);
  });
}
