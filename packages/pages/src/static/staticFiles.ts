import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { answerDocument, type Document, etagOf } from './staticDocument.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** A file of a page, streamed from disk because the files have 4 MB together. Its extension gives the content type. */
export function fileOf(path: string): Document {
  const type = types[extname(path)];
  if (!type) throw new Error(`no content type for ${path}`);
  return { open: () => createReadStream(path), type, etag: etagOf(readFileSync(path)) };
}

/** A script of a page, compressed at the first request that accepts gzip. */
export function scriptOf(text: string): Document {
  const bytes = Buffer.from(text);
  let gzipped: Buffer | undefined;
  return {
    open: () => bytes,
    gzipped() {
      gzipped ??= gzipSync(bytes);
      return gzipped;
    },
    type: types['.js']!,
    etag: etagOf(bytes),
  };
}

/** Path of a file of an npm package. */
export function packageFile(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}

/** Serves only these files of their package, at a URL that ends with `/:file`. */
export function serveFiles(
  app: FastifyInstance,
  url: `${string}/:file`,
  files: ReadonlyMap<string, Document>,
  headers: Record<string, string>,
): void {
  app.get<{ Params: { file: string } }>(url, async (request, reply) => {
    const file = files.get(request.params.file);
    if (!file) throw notFound('file');
    return answerDocument(file, request, reply.headers(headers));
  });
}
