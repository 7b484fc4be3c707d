import { randomBytes } from 'node:crypto';
import { openApiDocument } from '@rotamer/api/openapi/openApiDocument.ts';
import { allSamples } from '@rotamer/api/samples/samplesOf.ts';
import { answerPage, assetHeaders } from '@rotamer/http/pages/answerPage.ts';
import { answerErrorsAsPages } from '@rotamer/http/pages/preparePages.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { guidePage } from '@rotamer/pages/docs/guidePage.ts';
import { guides } from '@rotamer/pages/docs/guides.ts';
import { referenceDocument } from '@rotamer/pages/docs/referenceDocument.ts';
import { docsAsset, referencePage } from '@rotamer/pages/docs/referencePage.ts';
import { rendererScript } from '@rotamer/pages/docs/rendererScript.ts';
import { answerDocument, jsonDocument } from '@rotamer/pages/static/staticDocument.ts';
import { fileOf, serveFiles } from '@rotamer/pages/static/staticFiles.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** The policy of assets, relaxed for styles: the renderer adds style sheets with the page's nonce, and style attributes. */
function policyWith(nonce: string): string {
  return assetHeaders['content-security-policy'].replace(
    "style-src 'self'",
    `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
  );
}

/** `GET /docs`: the API reference; `GET /docs/guides/{name}`: how the API is used. Not part of the API. */
export function docs({ publicUrl, renderPage }: Pick<Deps, 'publicUrl' | 'renderPage'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const asset = (file: string) => [file, fileOf(docsAsset(file))] as const;
    const files = new Map(['start.js', 'show.js', 'reference.css', 'guide.css'].map(asset));
    const written = once(() => write(publicUrl));
    const script = once(rendererScript);
    answerErrorsAsPages(app, renderPage, 'There is no such page. The API reference is at /docs.');

    app.get('/docs', async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64url');
      const page = referencePage(nonce, './');
      return answerPage(reply, page, { 'content-security-policy': policyWith(nonce) });
    });
    app.get('/docs/openapi.json', async (request, reply) =>
      answerDocument(written().reference, request, reply.headers(assetHeaders)),
    );
    app.get('/docs/scalar.js', async (request, reply) => {
      const { plain, packed } = await script();
      reply.headers({ ...assetHeaders, vary: 'accept-encoding' });
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return answerDocument(plain, request, reply);
      return answerDocument(packed, request, reply.header('content-encoding', 'gzip'));
    });
    app.get<{ Params: { name: string } }>('/docs/guides/:name', async (request, reply) => {
      const page = written().pages.get(request.params.name);
      if (page === undefined) throw notFound('guide');
      return answerPage(reply, page);
    });
    serveFiles(app, '/docs/assets/:file', files, assetHeaders);
  };
}

/** Builds everything that shows samples. It takes about 400 KB, so only gateways whose pages are read build it. */
function write(publicUrl: string) {
  const samples = allSamples();
  return {
    reference: jsonDocument(referenceDocument(openApiDocument(publicUrl), samples)),
    pages: new Map(guides.map((guide) => [guide.name, guidePage(guide, samples)])),
  };
}

/** Returns a function that makes a value at its first call and keeps it. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
