import { gunzip } from './archive/gzip.ts';
import { inPieces } from './byteStreams.ts';
import type { Decoding } from './inspection.ts';
import { transcoder } from './text/encoding.ts';

/** Yields the text of an inspected file in UTF-8, decoded as it was for the inspection. The byte order mark of UTF-16 is left out. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  { gzip, charset }: Decoding,
): AsyncGenerator<Uint8Array> {
  const decode = decoder(charset);
  for await (const piece of inPieces(gzip ? gunzip(bytes) : bytes)) yield decode(piece);
  // Completes a UTF-16 unit whose other half is missing, as the inspection does.
  if (charset === 'utf-16le' || charset === 'utf-16be') yield decode(Uint8Array.of(0));
}

function decoder(charset: Decoding['charset']): (bytes: Uint8Array) => Uint8Array {
  if (charset === 'utf-8') return (bytes) => bytes;
  if (charset !== 'windows-1252') return transcoder(charset);
  const windows1252 = new TextDecoder(charset);
  return (bytes) => Buffer.from(windows1252.decode(bytes, { stream: true }));
}
