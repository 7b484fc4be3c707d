import { Readable } from 'node:stream';
import { wantedRange } from '@rotamer/http/server/byteRange.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Bytes {
  blobs: Pick<Blobs, 'get' | 'size'>;
  key: string;
  /** Hex; becomes the ETag. Without it an interrupted download cannot be resumed safely. */
  sha256?: string;
  /** Response headers sent with the bytes. */
  headers: Record<string, string>;
}

/**
 * Streams a blob, or the part of it that the request asks for (206). For HEAD only the size is read, and Range is ignored (RFC
 * 9110, 14.2). Returns false, with nothing sent, when the blob does not exist.
 *
 * @throws range_not_satisfiable, with Content-Range, for a range that has no byte of the blob
 */
export async function sendBytes(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  { blobs, key, sha256, headers }: Bytes,
): Promise<boolean> {
  const etag = sha256 && `"${sha256}"`;
  const shared = { ...headers, 'accept-ranges': 'bytes', ...(etag && { etag }) };
  if (request.method === 'HEAD') {
    const size = await blobs.size(key);
    if (size !== undefined) reply.headers({ ...shared, 'content-length': size }).send(Readable.from([]));
    return size !== undefined;
  }
  // The size is needed in advance only for a requested range.
  const known = request.headers.range === undefined ? undefined : await blobs.size(key);
  const range = known === undefined ? undefined : wantedRange(request.headers, known, etag);
  if (range === 'outside') throw outside(reply, known!);
  const blob = await blobs.get(key, range);
  if (!blob) return false;
  reply.headers(shared);
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.size}`);
  }
  reply.header('content-length', range ? range.end - range.start + 1 : blob.size).send(blob.body);
  return true;
}

/**
 * Sends bytes from memory, or the part of them that the request asks for.
 *
 * @throws range_not_satisfiable, with Content-Range, for a range that has no byte of them
 */
export function sendBuffer(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  { bytes, etag, headers }: { bytes: Buffer; etag: string; headers: Record<string, string> },
): FastifyReply {
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : wantedRange(request.headers, bytes.length, etag);
  if (range === 'outside') throw outside(reply, bytes.length);
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  reply.headers({ ...headers, 'accept-ranges': 'bytes', 'content-length': part.length });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`);
  return reply.send(isHead ? Readable.from([]) : part);
}

/** Returns the refusal of a range that has none of the bytes, after setting its header. */
export function outside(reply: FastifyReply, size: number): Fault {
  reply.header('content-range', `bytes */${size}`);
  return new Fault('range_not_satisfiable', `The requested range has none of the ${size} bytes.`);
}
