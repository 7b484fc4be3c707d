import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { findItem } from './findItem.ts';

/** Content type of every item, so that no browser renders or runs it. */
export const BYTES = 'application/octet-stream';

/** Streams an artifact, or sends a structured value as JSON. */
export async function sendItem(
  reply: FastifyReply,
  manifestRef: ManifestRef,
  itemId: string,
  { results, blobs }: Pick<Deps, 'results' | 'blobs'>,
): Promise<FastifyReply> {
  const item = await findItem(results, await results.manifest(manifestRef), itemId);
  if (!item) throw notFound('result item');
  reply.type(BYTES);
  if ('value' in item) return reply.send(Buffer.from(JSON.stringify(item.value)));
  const blob = await blobs.get(item.file.key);
  if (!blob) throw new Error(`no artifact at ${item.file.key}`);
  return reply
    .headers({ 'content-length': blob.size, 'content-disposition': attachment(item.file.name) })
    .send(blob.body);
}
