import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Api, ResultFile } from '../api/gateway.ts';

/** Opens a file of a result as a stream, which ends when the signal is aborted. Reads no more than the client takes. */
export async function openFile(api: Api, jobId: string, file: ResultFile, signal: AbortSignal): Promise<Readable> {
  const { body } = await api.open(jobId, file, signal);
  return Readable.fromWeb(body as ReadableStream);
}
