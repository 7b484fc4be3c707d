import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

/** An answer that is the same for everybody. */
export interface Document {
  /** Its bytes, or what reads them. */
  open(): Buffer | Readable;
  /** Its Content-Type. */
  type: string;
  /** Strong: equal tags are equal bytes. */
  etag: string;
}

/** The header that asks for a document only if it changed. */
export const ifNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'ETag of the copy that the client has' })),
});

/** The answer for a document that did not change. */
export const notModified = { 304: { description: 'The client has it already', type: 'null' } } as const;

/** The strong ETag of these bytes. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url')}"`;
}

/** A JSON document, rendered once. */
export function jsonDocument(value: unknown): Document {
  const bytes = Buffer.from(JSON.stringify(value));
  return { open: () => bytes, type: 'application/json; charset=utf-8', etag: etagOf(bytes) };
}

/** Sends the document, or 304 to a client that says it has these bytes (RFC 9110, 13.1.2). */
export function answerDocument(document: Document, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, etag } = document;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
  return reply.type(type).send(document.open());
}
