import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { ImportSource } from '@rotamer/tools/shared/releases/importOrder.ts';
import { WrongCall } from './values.ts';

/** A source with more bytes is refused. */
const MAX_BYTES = 4 * 2 ** 40;

/**
 * Returns the source that one of the options names: a file, an http(s) address, or a key of the blob store.
 *
 * @throws WrongCall when there is no such source.
 */
export async function openSource(
  { file, url, s3 }: Record<string, string>,
  openStore?: () => Promise<Blobs>,
): Promise<ImportSource> {
  if ([file, url, s3].filter((given) => given !== undefined).length !== 1)
    throw new WrongCall('give one of --file, --url and --s3');
  if (file !== undefined) return fileSource(resolve(file));
  return url !== undefined ? urlSource(url) : s3Source(s3!, await openStore!());
}

async function fileSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((error: Error) => {
    throw new WrongCall(`--file: ${error.message}`);
  });
  if (!found.isFile()) throw new WrongCall(`--file: ${path} is not a file`);
  const mark = `${path} ${found.size} ${found.mtimeMs}`;
  return { name: path, mark, open: async () => bounded(createReadStream(path, { highWaterMark: 1024 * 1024 })) };
}

const REFUSES_HEAD = [403, 405, 501];

async function urlSource(address: string): Promise<ImportSource> {
  if (!/^https?:\/\/\S+$/.test(address)) throw new WrongCall('--url must begin with http:// or https://');
  const ask = async (method: 'HEAD' | 'GET') => {
    const response = await fetch(address, { method }).catch((error: Error) => {
      throw new WrongCall(`--url: ${address}: ${(error.cause as Error | undefined)?.message ?? error.message}`);
    });
    // Signed addresses and some servers refuse HEAD, so their source has no mark but the address.
    if (!response.ok && !(method === 'HEAD' && REFUSES_HEAD.includes(response.status)))
      throw new WrongCall(`--url: ${address} answers with status ${response.status}`);
    return response;
  };
  const head = await ask('HEAD');
  const headers = head.ok ? head.headers : new Headers();
  const mark = [address, ...['etag', 'last-modified', 'content-length'].map((name) => headers.get(name))].join(' ');
  const open = async () => bounded(Readable.fromWeb((await ask('GET')).body as ReadableStream<Uint8Array>));
  return { name: address, mark, open };
}

async function s3Source(key: string, store: Blobs): Promise<ImportSource> {
  const size = await store.size(key);
  if (size === undefined) throw new WrongCall(`--s3: the blob store has no object ${key}`);
  return { name: key, mark: `${key} ${size}`, open: async () => bounded((await store.get(key))!.body) };
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the source has more than ${MAX_BYTES} bytes`);
    yield chunk;
  }
}
