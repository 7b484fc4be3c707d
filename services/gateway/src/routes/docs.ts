import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { notFound } from '@rotamer/kit/fault.ts';
import type { FastifyInstance } from 'fastify';
import { answerDocument, documentOf } from '../http/document.ts';

/** Everything comes from here, and nothing runs that is not a file of ours: no inline script or style, no eval. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const headers = { 'content-security-policy': policy, 'cross-origin-resource-policy': 'same-origin' };

const js = 'text/javascript; charset=utf-8';

const ours = join(import.meta.dirname, '../docs');
const viewer = (file: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`);

/** GET /docs: a viewer of the contract for people. Not part of the API. */
export function docs(app: FastifyInstance): void {
  const read = (path: string, type: string) => documentOf(readFileSync(path), type);
  const page = read(join(ours, 'page.html'), 'text/html; charset=utf-8');
  // A list, because the package holds more than a page of ours should show: its own one presents another site's API.
  const files = new Map([
    ['start.js', read(join(ours, 'start.js'), js)],
    ['swagger-ui-bundle.js', read(viewer('swagger-ui-bundle.js'), js)],
    ['swagger-ui.css', read(viewer('swagger-ui.css'), 'text/css; charset=utf-8')],
    ['favicon-32x32.png', read(viewer('favicon-32x32.png'), 'image/png')],
  ]);

  app.get('/docs', async (request, reply) => answerDocument(page, request, reply.headers(headers)));
  app.get<{ Params: { file: string } }>('/docs/:file', async (request, reply) => {
    const file = files.get(request.params.file);
    if (!file) throw notFound('file');
    return answerDocument(file, request, reply.headers(headers));
  });
}
