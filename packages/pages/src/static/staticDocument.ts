import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A response that is the same for every client. */
export interface Document {
  /** Returns the bytes, or a stream of them. */
  open(): Buffer | Readable;
  /** Returns the gzip-compressed bytes, for clients that accept them. */
  gzipped?(): Buffer;
  /** Its Content-Type. */
  type: string;
  /** A strong ETag: equal tags mean equal bytes. */
  etag: string;
}

/** The strong ETag of these bytes. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url')}"`;
}

/** A JSON document, rendered once, and compressed at the first request that accepts gzip. */
export function jsonDocument(value: unknown): Document {
  const bytes = Buffer.from(JSON.stringify(value));
  let gzipped: Buffer | undefined;
  return {
    open: () => bytes,
    gzipped() {
      gzipped ??= gzipSync(bytes);
      return gzipped;
    },
    type: 'application/json; charset=utf-8',
    etag: etagOf(bytes),
  };
}

/** Sends the document, or 304 when If-None-Match has its ETag (RFC 9110, 13.1.2). */
export function answerDocument(document: Document, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const gzipped = acceptsGzip(request) ? document.gzipped : undefined;
  // Compressed bytes differ, so they need a different strong ETag.
  const etag = gzipped ? document.etag.replace(/"$/, '-gzip"') : document.etag;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (document.gzipped) reply.header('vary', 'Accept-Encoding');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  if (gzipped) return reply.type(document.type).header('content-encoding', 'gzip').send(gzipped());
  return reply.type(document.type).send(document.open());
}

/** Returns whether Accept-Encoding names gzip without `q=0` (RFC 9110, 12.5.3). */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(String(headers['accept-encoding'] ?? ''));
}
