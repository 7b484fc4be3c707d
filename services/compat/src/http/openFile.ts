import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';
import type { Api, ResultFile } from '../api/gateway.ts';

/** Opens a file of a result as a stream, which ends when the signal is aborted. Reads no more than the client takes. */
export async function openFile(api: Api, jobId: string, file: ResultFile, signal: AbortSignal): Promise<Readable> {
  const { body } = await api.open(jobId, file, signal);
  return Readable.fromWeb(body as ReadableStream);
}

/** Returns a signal that is aborted when the client of a reply is gone, or has all of it. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  return gone.signal;
}
