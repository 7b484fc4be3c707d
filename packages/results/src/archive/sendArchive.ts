import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import { TAR, ZSTD } from '@rotamer/api/schemas/bytes.ts';
import { wantedRange } from '@rotamer/http/server/byteRange.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outside } from '../sendBytes.ts';
import { type ArchiveFile, layOutTar, type Part } from './tarArchive.ts';

/** Objects whose existence is checked at the same time. */
const CHECKS_AT_ONCE = 16;

const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

interface Archive {
  name: string;
  files: readonly ArchiveFile[];
  blobs: Pick<Blobs, 'get' | 'size'>;
  compression?: 'none' | 'zstd';
}

/**
 * Streams files as a tar archive in the folder `name`, completely or the requested range, or compressed and as a whole. Memory does not grow with the archive: one
 * chunk of one file is read at a time.
 *
 * @throws not_found, before a byte is sent, naming a file whose bytes are gone
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, files, blobs, compression }: Archive,
): Promise<FastifyReply> {
  const archive = await layOutTar(files.map((file) => ({ ...file, path: `${name}/${file.path}` })));
  const etag = `"${archive.digest}"`;
  const isHead = request.method === 'HEAD';
  if (compression === 'zstd') {
    reply.headers({
      'content-type': ZSTD,
      'content-disposition': attachment(`${name}.tar.zst`),
      'accept-ranges': 'none',
      // Another version of Zstandard may make other bytes of the same archive.
      etag: `W/${etag}`,
    });
    if (isHead) return reply.send(Readable.from([]));
    await refuseMissing(files, blobs);
    return reply.send(compressed(readParts(archive.parts, 0, archive.size - 1, blobs)));
  }
  const range = isHead ? undefined : wantedRange(request.headers, archive.size, etag);
  if (range === 'outside') throw outside(reply, archive.size);
  const { start, end } = range ?? { start: 0, end: archive.size - 1 };
  if (start === 0 && !isHead) await refuseMissing(files, blobs);
  reply.headers({
    'content-type': TAR,
    'content-disposition': attachment(`${name}.tar`),
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    etag,
  });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${archive.size}`);
  return reply.send(
    isHead ? Readable.from([]) : Readable.from(readParts(archive.parts, start, end, blobs), { objectMode: false }),
  );
}

/**
 * Returns the bytes compressed, with the checksum that `zstd -t` verifies. When reading fails, or the client leaves, both streams are
 * destroyed.
 */
function compressed(bytes: AsyncIterable<Buffer>): Readable {
  return pipeline(Readable.from(bytes, { objectMode: false }), createZstdCompress(CHECKED), () => {});
}

/** Yields the bytes from `start` to `end`, inclusive. */
async function* readParts(
  parts: readonly Part[],
  start: number,
  end: number,
  blobs: Pick<Blobs, 'get'>,
): AsyncGenerator<Buffer> {
  let place = 0;
  for (const part of parts) {
    const [from, to] = [Math.max(start - place, 0), Math.min(end - place, part.size - 1)];
    place += part.size;
    if (from > to) continue;
    if ('bytes' in part) {
      yield part.bytes.subarray(from, to + 1);
      continue;
    }
    if ('make' in part) {
      const bytes = await part.make();
      if (bytes.length !== part.size) throw new Error(`${part.path} has ${bytes.length} bytes, not ${part.size}`);
      yield bytes.subarray(from, to + 1);
      continue;
    }
    const blob = await blobs.get(part.key, { start: from, end: to });
    if (!blob || blob.size !== part.size) {
      blob?.body.destroy();
      throw new Error(`${part.path} has ${blob?.size ?? 'no'} bytes at ${part.key}, not ${part.size}`);
    }
    yield* blob.body as AsyncIterable<Buffer>;
  }
}

async function refuseMissing(files: readonly ArchiveFile[], blobs: Pick<Blobs, 'size'>): Promise<void> {
  const stored = files.flatMap((file) => ('key' in file ? [file] : []));
  for (let i = 0; i < stored.length; i += CHECKS_AT_ONCE) {
    const some = stored.slice(i, i + CHECKS_AT_ONCE);
    const sizes = await Promise.all(some.map(({ key }) => blobs.size(key)));
    const missing = some.find(({ size }, n) => sizes[n] !== size);
    if (missing) throw gone(missing);
  }
}

function gone({ path }: ArchiveFile): Fault {
  return new Fault('not_found', `The bytes of ${path} are no longer stored, so there is no archive.`, {
    resolution: 'Download the other files one by one from the result, or run the job again.',
    details: { path },
  });
}
