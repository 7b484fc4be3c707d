import type { CustomFetch } from 'openid-client';

/** Most bytes of a response. Key sets and tokens have a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns a fetch for the requests of one sign-in. Together they may take `totalMs`, and no response may be larger than 1 MiB.
 */
export function boundedFetch(totalMs: number): CustomFetch {
  const deadline = AbortSignal.timeout(totalMs);
  return async (url, { signal, ...options }) => {
    const either = AbortSignal.any(signal ? [deadline, signal] : [deadline]);
    const response = await fetch(url, { ...(options as RequestInit), signal: either });
    const { status, headers } = response;
    const body = await readBounded(response);
    return new Response(body.byteLength > 0 ? body : null, { status, headers: withoutEncoding(headers) });
  };
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new TypeError('the response of the provider is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The body is decoded, so its headers must not say otherwise. */
function withoutEncoding(headers: Headers): Headers {
  const own = new Headers(headers);
  own.delete('content-encoding');
  own.delete('content-length');
  return own;
}
