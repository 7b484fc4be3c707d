import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { leaving, passOn } from '../http/passOn.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { FilesPage } from './FilesPage.tsx';

type OfFile = FastifyRequest<{ Params: { fileId: string } }>;

/** Files of one page, and most characters of a search. */
const PAGE = 50;
const MAX_TEXT = 200;

const passed = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag'];

/** GET /w/{workspace}/files: the saved files, newest first. GET …/files/{fileId}/bytes: the download of one. */
export function files(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/files', async (request, reply) => {
    const { api, site } = visit(request);
    const { q, after } = request.query as { q?: unknown; after?: unknown };
    const asked = typeof q === 'string' ? q.trim().slice(0, MAX_TEXT) : '';
    const list = api.files.list({ limit: PAGE, ...(asked && { q: asked }) });
    const [frame, page] = await Promise.all([site('files'), list.page(typeof after === 'string' ? after : undefined)]);
    const next = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    return sendPage(reply, frame, 'Files', <FilesPage files={page.data} asked={asked} next={next} />);
  });

  app.get('/w/:workspace/files/:fileId/bytes', async (request: OfFile, reply) => {
    const { api } = visit(request);
    const { range } = request.headers;
    const path = `/files/${encodeURIComponent(request.params.fileId)}/bytes`;
    const response = await api.open(path, { headers: range ? { range } : {}, signal: leaving(reply) });
    if (!response.ok) throw notFound('file');
    return passOn(reply, response, passed);
  });
}
