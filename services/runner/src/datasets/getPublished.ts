import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';

/** Longest time without a byte from a working store. */
const ANSWER_MS = 60_000;

/**
 * Reads an object of the blob store by a signed URL. `fetch` is not used: a server that closes its connection while a
 * large body waits for the disk ends a process with undici 7 (`assert(!this.paused)`).
 *
 * @throws Error for a response other than the object, and for a store that does not answer.
 */
export async function getPublished(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  if (!url) throw new Error('jobs signs no URLs, because its blob store is a folder');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp;
    const request = get(url, { signal, timeout: ANSWER_MS, agent: false }, resolve);
    request.on('timeout', () => request.destroy(new Error('the blob store does not answer')));
    request.on('error', reject);
  });
  const { statusCode } = response;
  if (statusCode === 200) return response;
  response.destroy();
  const why =
    statusCode === 404
      ? 'has no such object; was the release published with `dataset publish`?'
      : `answered ${statusCode}`;
  throw new Error(`the blob store ${why}`);
}
