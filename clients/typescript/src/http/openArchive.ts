import { RotamerError } from './errors.ts';
import type { CallOptions, Query, Transport } from './transport.ts';

export interface ArchiveOptions extends CallOptions {
  /** The first byte to read; default 0. */
  start?: number;
  /** The last byte to read; default the last of the archive. */
  end?: number;
  /** The ETag of the archive without quotes. If it has another one, the whole archive is returned. */
  etag?: string;
  /** `zstd`: a `.tar.zst`, which the server makes while it sends it. It has no ranges, so it always comes as a whole; default `none`. */
  compression?: 'none' | 'zstd';
}

/**
 * Opens an archive. A `Content-Range` header shows whether the server honoured the range.
 *
 * @throws RotamerError for a range of a compressed archive, which has none
 */
export async function openArchive(
  transport: Transport,
  path: string,
  { start = 0, end, etag, compression, query, ...call }: ArchiveOptions & { query?: Query } = {},
): Promise<Response> {
  const isZstd = compression === 'zstd';
  if (isZstd && (start > 0 || end !== undefined))
    throw new RotamerError(
      'A zstd archive has no ranges: leave out start and end, or ask for the tar without compression.',
    );
  const headers: Record<string, string> = {};
  if (start > 0 || end !== undefined) headers.range = `bytes=${start}-${end ?? ''}`;
  if (start > 0 && etag !== undefined) headers['if-range'] = `"${etag}"`;
  return (await transport.open('GET', path, { ...call, headers, query: { ...query, ...(isZstd && { compression }) } }))
    .response;
}
