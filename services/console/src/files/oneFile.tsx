import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passOn } from '../http/passOn.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { FilePage } from './FilePage.tsx';
import { isPicture, readPreview } from './readPreview.ts';

type OfFile = FastifyRequest<{ Params: { fileId: string } }>;

/** A picture that is opened separately cannot run or load anything. */
const PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Most projects among which the reader chooses. */
const OFFERED = 100;

/** GET …/files/{fileId}: one file. GET …/picture: its image. POST …/rename, …/move and …/delete. */
export function oneFile(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/files/:fileId', async (request: OfFile, reply) => {
    const { api, site } = visit(request);
    const file = await api.files.get(request.params.fileId);
    const [frame, preview, tools, projects] = await Promise.all([
      site('files'),
      readPreview(api, file, goneSignal(reply)),
      api.tools.list({ accepts: file.format }).take(Number.POSITIVE_INFINITY),
      api.projects.list({ limit: OFFERED }).page(),
    ]);
    const page = <FilePage file={file} preview={preview} tools={tools} projects={projects.data} />;
    const hasViewers = preview.as === 'text' && preview.structure !== undefined;
    return sendPage(reply, frame, file.original_name, page, { hasViewers });
  });

  app.get('/w/:workspace/files/:fileId/picture', async (request: OfFile, reply) => {
    const { api } = visit(request);
    const file = await api.files.get(request.params.fileId);
    if (!isPicture(file)) throw notFound('picture');
    const path = `/files/${encodeURIComponent(file.id)}/bytes`;
    const response = await api.open(path, { signal: goneSignal(reply) });
    if (!response.ok) throw notFound('picture');
    reply.headers({ 'content-security-policy': PICTURE, 'content-type': file.mime_type });
    return passOn(reply, response, ['content-length', 'content-disposition']);
  });

  postForm(app, visit, 'files/:fileId/move', async ({ api, params, field }) => {
    const { fileId = '' } = params;
    const resources = [{ type: 'file' as const, ids: [fileId] }];
    await api.projects.assign({ target_project_id: field('project') || null, resources });
    return `files/${fileId}`;
  });

  postForm(app, visit, 'files/:fileId/rename', async ({ api, params, field }) => {
    const { fileId = '' } = params;
    await api.files.update(fileId, { name: field('name') });
    return `files/${fileId}`;
  });

  postForm(app, visit, 'files/:fileId/delete', async ({ api, params }) => {
    await api.files.delete(params.fileId ?? '');
    return 'files';
  });
}
