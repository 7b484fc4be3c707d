import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { answerDocument } from '../static/staticDocument.ts';
import { fileOf, packageFile, serveFiles } from '../static/staticFiles.ts';

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

const ours = join(import.meta.dirname, '../docs');
const viewer = (file: string) => fileOf(packageFile(`swagger-ui-dist/${file}`));

/** GET /docs: a viewer of the contract for people. Not part of the API. */
export function docs(app: FastifyInstance): void {
  const page = fileOf(join(ours, 'page.html'));
  // A list, because the package holds more than a page of ours should show: its own one presents another site's API.
  const files = new Map([
    ['start.js', fileOf(join(ours, 'start.js'))],
    ['swagger-ui-bundle.js', viewer('swagger-ui-bundle.js')],
    ['swagger-ui.css', viewer('swagger-ui.css')],
    ['favicon-32x32.png', viewer('favicon-32x32.png')],
  ]);

  app.get('/docs', async (request, reply) => answerDocument(page, request, reply.headers(headers)));
  serveFiles(app, '/docs/:file', files, headers);
}
