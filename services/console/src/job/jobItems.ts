import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isPicture } from '@rotamer/pages/viewers/shownFiles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { passOn } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';
import type { ReadResult } from './readResult.ts';

type Item = { Params: { jobId: string; itemId: string } };
type Input = { Params: { jobId: string; number: string } };

/** A picture that is opened separately cannot run or load anything. */
const PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const passed = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag'];

/** GET …/jobs/{jobId}/items/{itemId} and …/inputs/{number}, to download a file; …/pictures/{itemId}, to draw an SVG on the page. */
export function jobItems(app: FastifyInstance, visit: VisitOf, readResult: ReadResult): void {
  const pathOf = ({ jobId, itemId }: Item['Params']) =>
    `/results/${encodeURIComponent(jobId)}/items/${encodeURIComponent(itemId)}`;

  async function download(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { range } = request.headers;
    const headers: Record<string, string> = range ? { range } : {};
    const response = await visit(request).api.open(path, { headers, signal: goneSignal(reply) });
    if (!response.ok) throw notFound('file');
    return passOn(reply, response, passed);
  }

  app.get<Item>('/w/:workspace/jobs/:jobId/items/:itemId', (request, reply) =>
    download(request, reply, pathOf(request.params)),
  );

  app.get<Input>('/w/:workspace/jobs/:jobId/ro-crate', (request, reply) => {
    reply.header('content-disposition', attachment('ro-crate-metadata.json'));
    return download(request, reply, `/jobs/${encodeURIComponent(request.params.jobId)}/ro-crate`);
  });

  app.get<Input>('/w/:workspace/jobs/:jobId/inputs/:number', (request, reply) => {
    const { jobId, number } = request.params;
    return download(request, reply, `/jobs/${encodeURIComponent(jobId)}/inputs/${encodeURIComponent(number)}`);
  });

  app.get<Item>('/w/:workspace/jobs/:jobId/pictures/:itemId', async (request, reply) => {
    const { jobId, itemId } = request.params;
    const { api, workspaceId } = visit(request);
    // Only says whether the file is a picture: the API checks the session again when the picture is opened.
    const { files } = await readResult(api, workspaceId, jobId);
    const file = files.find(({ key }) => key === itemId);
    if (!file || !isPicture(file)) throw notFound('picture');
    const response = await api.open(pathOf(request.params), { signal: goneSignal(reply) });
    if (!response.ok) throw notFound('picture');
    reply.headers({ 'content-security-policy': PICTURE, 'content-type': 'image/svg+xml' });
    return passOn(reply, response, ['content-length', 'content-disposition']);
  });
}
