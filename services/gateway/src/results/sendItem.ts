import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import type { FastifyReply } from 'fastify';
import { findItem } from './findItem.ts';

/** Content type of every item: bytes to keep, and nothing that a browser would show or run. */
export const BYTES = 'application/octet-stream';

/** Streams an artifact, or sends a structured value as JSON. */
export async function sendItem(
  reply: FastifyReply,
  manifest: ResultManifest,
  itemId: string,
  blobs: Blobs,
): Promise<FastifyReply> {
  const item = findItem(manifest, itemId);
  if (!item) throw notFound('result item');
  reply.type(BYTES);
  if ('value' in item) return reply.send(Buffer.from(JSON.stringify(item.value)));
  const blob = await blobs.get(item.file.key);
  if (!blob) throw new Error(`no artifact at ${item.file.key}`);
  return reply
    .headers({ 'content-length': blob.size, 'content-disposition': attachment(item.file.name) })
    .send(blob.body);
}
