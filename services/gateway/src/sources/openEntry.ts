import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { AllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { connectChecked } from '@rotamer/kit/outgoing/connect.ts';
import { destinationProblem } from '@rotamer/kit/outgoing/destination.ts';
import { Agent, request } from 'undici';

/** The bytes of an entry as they arrive. */
export type EntryBytes = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** Opens an address of a public database. Undefined: the database has no such entry. */
export type OpenEntry = (url: string, signal: AbortSignal) => Promise<EntryBytes | undefined>;

export interface OpenEntryOptions {
  allow: AllowList;
  /** How long a connection may take, with its TLS handshake. */
  connectMs?: number;
  /** How long the server may be silent. */
  silentMs?: number;
}

const MAX_REDIRECTS = 3;

/**
 * Returns a function that opens entries of public databases, and one that closes its connections. Databases redirect to other servers,
 * so redirects are followed, but each destination is checked like the first: it must be public, or allowed by the operator, and a
 * redirect never leads from HTTPS to HTTP.
 */
export function openEntries({ allow, connectMs = 5_000, silentMs = 15_000 }: OpenEntryOptions) {
  const agent = new Agent({
    connect: connectChecked({ allow, timeoutMs: connectMs }),
    connections: 16,
    maxHeaderSize: 16 * 1024,
    headersTimeout: silentMs,
    bodyTimeout: silentMs,
  });

  async function get(url: string, signal: AbortSignal) {
    if (destinationProblem(url, allow)) throw unreachable(new Error(`${url} is not allowed`));
    const headers = { 'user-agent': 'rotamer', 'accept-encoding': 'identity' };
    return await request(url, { headers, dispatcher: agent, signal }).catch((error) => {
      throw unreachable(error);
    });
  }

  const open: OpenEntry = async (first, signal) => {
    let url = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { statusCode, headers, body } = await get(url, signal);
      if (statusCode === 200 && headers['content-length'] !== '0') return body;
      body.on('error', () => undefined).destroy();
      if ([200, 204, 400, 404, 410].includes(statusCode)) return undefined;
      const next = nextOf(url, statusCode, headers.location);
      if (next === undefined) throw unreachable(new Error(`${url} answered with status ${statusCode}`));
      url = next;
    }
    throw unreachable(new Error(`${first} redirects too often`));
  };
  return { open, close: () => agent.destroy() };
}

/** Returns where a redirect leads; undefined when the answer is none that may be followed. */
function nextOf(url: string, status: number, location: string | string[] | undefined): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string') return undefined;
  if (!URL.canParse(location, url)) return undefined;
  const next = new URL(location, url);
  return url.startsWith('https:') && next.protocol !== 'https:' ? undefined : next.href;
}

/** The caller does not learn why, because the reason may be about the operator's network. */
export function unreachable(cause: unknown): Fault {
  return new Fault('service_unavailable', 'The database did not send the entry.', {
    resolution: 'Try again later, or download the entry yourself and upload it.',
    retryAfterSeconds: 30,
    cause,
  });
}
