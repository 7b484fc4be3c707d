import { BINARY } from '@rotamer/api/schemas/bytes.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findItem } from './findItem.ts';
import type { ResultReader } from './resultReader.ts';
import { sendBytes } from './sendBytes.ts';

/** Streams an artifact, completely or the requested range, or sends a structured value as JSON. */
export async function sendItem(
  request: FastifyRequest,
  reply: FastifyReply,
  manifestRef: ManifestRef,
  itemId: string,
  { results, blobs }: { results: ResultReader; blobs: Blobs },
): Promise<FastifyReply> {
  const item = await findItem(results, await results.manifest(manifestRef), itemId);
  if (!item) throw notFound('result item');
  reply.type(BINARY);
  if ('value' in item) return reply.send(Buffer.from(JSON.stringify(item.value)));
  const { key, name, sha256 } = item.file;
  const headers = { 'content-disposition': attachment(name) };
  if (!(await sendBytes(request, reply, { blobs, key, sha256, headers }))) throw new Error(`no artifact at ${key}`);
  return reply;
}
