import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import fastify from 'fastify';
import { type Document, etagOf } from '../static/staticDocument.ts';

/**
 * Returns the script of Scalar, which renders the reference. It has 4 MB, is kept compressed (1.2 MB), and is read at the first
 * request for it. Scalar's package for Fastify is used only for this file: others with the script bring 250 more packages.
 */
export async function rendererScript(): Promise<{ plain: Document; packed: Document }> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } });
  const { statusCode, rawPayload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar answers its script with ${statusCode}`);
  const bytes = await promisify(gzip)(rawPayload);
  const type = 'text/javascript; charset=utf-8';
  const etag = etagOf(bytes);
  return {
    packed: { type, etag, open: () => bytes },
    plain: { type, etag: `${etag.slice(0, -1)}-plain"`, open: () => createGunzip().end(bytes) },
  };
}
