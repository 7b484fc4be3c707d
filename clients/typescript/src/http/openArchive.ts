import type { CallOptions, Query, Transport } from './transport.ts';

export interface ArchiveOptions extends CallOptions {
  /** The first byte to read; default 0. */
  start?: number;
  /** The last byte to read; default the last of the archive. */
  end?: number;
  /** The ETag of the archive without quotes. If it has another one, the whole archive is returned. */
  etag?: string;
}

/** Opens an archive. A `Content-Range` header shows whether the server honoured the range. */
export async function openArchive(
  transport: Transport,
  path: string,
  { start = 0, end, etag, ...call }: ArchiveOptions & { query?: Query } = {},
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (start > 0 || end !== undefined) headers.range = `bytes=${start}-${end ?? ''}`;
  if (start > 0 && etag !== undefined) headers['if-range'] = `"${etag}"`;
  return (await transport.open('GET', path, { ...call, headers })).response;
}
