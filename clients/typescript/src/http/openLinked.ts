import { ApiError, ConnectionError, UnexpectedAnswerError } from './errors.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A file that has a link, as the API describes it. */
export interface Linked {
  name: string;
  url: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256 in hex. */
  sha256: string;
  content_type: string;
}

export interface OpenOptions extends CallOptions {
  /** The first byte to read; default 0. */
  start?: number;
  /** Do not use the link. */
  fromApi?: boolean;
}

/**
 * Opens a file, from a byte on: by its link, else by its path in the API. Adds the origin of a link to `deadOrigins` when only the API
 * had the file; later calls do not try that origin.
 */
export async function openLinked(
  transport: Transport,
  file: Linked,
  apiPath: string,
  deadOrigins: Set<string>,
  { start = 0, fromApi = false, ...options }: OpenOptions,
): Promise<Response> {
  const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-`, 'if-range': `"${file.sha256}"` } : {};
  const fromApiAfter = (origin?: string, linkError?: Error) =>
    openFromApi(transport, file.name, apiPath, { ...options, headers }, origin, linkError);
  const link = new URL(file.url, transport.baseUrl);
  if (fromApi || deadOrigins.has(link.origin)) return fromApiAfter();
  const signal = transport.signal(options.signal);
  try {
    // One short attempt, because the API also has the file.
    const { response } = await transport.open('GET', link.href, {
      headers,
      signal,
      retryForMs: 0,
      timeoutMs: Math.min(options.timeoutMs ?? LINK_TIMEOUT_MS, LINK_TIMEOUT_MS),
    });
    const what = otherThan(file, start, response);
    if (what === undefined) return response;
    await response.body?.cancel();
    throw new UnexpectedAnswerError(`${link.origin} answered with ${what}`);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const response = await fromApiAfter(link.origin, error as Error);
    deadOrigins.add(link.origin);
    return response;
  }
}

async function openFromApi(
  transport: Transport,
  name: string,
  path: string,
  options: CallOptions & { headers: Record<string, string> },
  origin?: string,
  linkError?: Error,
): Promise<Response> {
  try {
    return (await transport.open('GET', path, options)).response;
  } catch (error) {
    if (linkError === undefined || transport.signal(options.signal)?.aborted) throw error;
    // An error of the API about the file is more useful than one about an unreachable link.
    if (error instanceof ApiError && !error.code.startsWith('http_')) throw error;
    const { baseUrl } = transport;
    throw new ConnectionError(
      `${name} could be read neither from ${origin} (${linkError.message}) nor from ${baseUrl} (${(error as Error).message}).`,
      { cause: error },
    );
  }
}

/** Time limit for the host of a link, in milliseconds. An unreachable host delays a download by no more than this. */
const LINK_TIMEOUT_MS = 10_000;

/** Returns a description of a response that is not the file; undefined when it may be the file. */
function otherThan({ size, content_type }: Linked, start: number, response: Response): string | undefined {
  const { headers, status } = response;
  if (headers.get('content-type')?.startsWith('text/html') && !content_type.startsWith('text/html')) return 'a page';
  const length = headers.get('content-length');
  const expected = status === 206 ? size - start : size;
  if (length === null || headers.has('content-encoding') || Number(length) === expected) return undefined;
  return `${length} bytes in place of ${expected}`;
}

/** Returns the host of a response, for messages. */
export function hostOf({ url }: Response): string {
  return url === '' ? 'the server' : new URL(url).origin;
}
