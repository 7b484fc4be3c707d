import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { answerDocument } from '../static/staticDocument.ts';
import { fileOf, packageFile, serveFiles } from '../static/staticFiles.ts';

/** CSP directives: only files from this origin; no inline script or style, no eval. */
const directives = [
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

const headers = { 'content-security-policy': directives, 'cross-origin-resource-policy': 'same-origin' };

const ours = join(import.meta.dirname, '../docs');
const viewer = (file: string) => fileOf(packageFile(`swagger-ui-dist/${file}`));

/** GET /docs: the API reference as a page (Swagger UI). Not part of the API. */
export function docs(app: FastifyInstance): void {
  const page = fileOf(join(ours, 'page.html'));
  // An allowlist: the package also contains a demo page for another site's API.
  const files = new Map([
    ['start.js', fileOf(join(ours, 'start.js'))],
    ['swagger-ui-bundle.js', viewer('swagger-ui-bundle.js')],
    ['swagger-ui.css', viewer('swagger-ui.css')],
    ['favicon-32x32.png', viewer('favicon-32x32.png')],
  ]);

  app.get('/docs', async (request, reply) => answerDocument(page, request, reply.headers(headers)));
  serveFiles(app, '/docs/:file', files, headers);
}
