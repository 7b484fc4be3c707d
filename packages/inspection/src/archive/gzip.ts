import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { copies } from '../byteStreams.ts';
import { damaged } from './entry.ts';

/** Unpacks GZIP as it streams, concatenating several members. When the reader stops early, the source is destroyed. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(copies(bytes), { objectMode: true, highWaterMark: 1 });
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    yield* source.pipe(unpacked);
  } catch (error) {
    throw damaged('GZIP', error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}
