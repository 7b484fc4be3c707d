import type { ReadableStream } from 'node:stream/web';
import { Rotamer } from '@rotamer/client';

/** For whom a request is sent. */
export interface Caller {
  /** The token of the person's session. */
  token: string;
  /** The workspace in which the person acts; undefined: that of the session. */
  workspaceId?: string;
  /** The network address of the browser. */
  address: string;
}

/** The public API, as one person may use it in one workspace. */
export interface Api extends Rotamer {
  /** Opens a file or an event stream, or sends a file. Bodies end when `signal` is aborted. Refusals are responses too. */
  open(path: string, options: OpenOptions): Promise<Response>;
  /** Asks the routes for operators beside the public API: `''` whether the person is one. With a body it is a POST. */
  operator(path: OperatorPath, body?: object): Promise<Response>;
}

/** What the gateway has for operators. */
export type OperatorPath = '' | '/overview' | '/queue' | '/dead-letters' | '/dead-letters/replay';

export interface OpenOptions {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Sent by POST as it arrives; without it the request is a GET. */
  body?: ReadableStream;
}

/** Returns a client of the public API that acts as one person in one workspace. */
export type OpenApi = (caller: Caller) => Api;

export interface GatewaySettings {
  gatewayUrl: string;
  /** Whether requests name the address of the browser. */
  forwardAddresses: boolean;
  fetch?: typeof fetch;
}

/** Time limit of one request, in milliseconds. A page waits for several, one after the other. */
const TIMEOUT_MS = 15_000;

/** How long a failed request is sent again, in milliseconds. A reader waits for the page. */
const RETRY_MS = 2_000;

/** All requests go to the URL of the gateway, and redirects are refused. */
export function openGateway({ gatewayUrl, forwardAddresses, fetch: send = fetch }: GatewaySettings): OpenApi {
  const base = gatewayUrl.replace(/\/+$/, '');
  return ({ token, workspaceId, address }) => {
    const own: Record<string, string> = {
      ...(workspaceId !== undefined && { 'rotamer-workspace': workspaceId }),
      ...(forwardAddresses && { 'x-forwarded-for': address }),
    };
    const client = new Rotamer({
      apiKey: token,
      baseUrl: base,
      timeoutMs: TIMEOUT_MS,
      retryForMs: RETRY_MS,
      fetch: (url, init) => send(url, { ...init, headers: { ...withNames(init?.headers), ...own }, redirect: 'error' }),
    });
    const authorization = `Bearer ${token}`;
    return Object.assign(client, {
      operator: (path: OperatorPath, body?: object) =>
        send(`${base}/operator${path}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { ...own, authorization, ...(body && { 'content-type': 'application/json' }) },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      open: (path: string, { headers, signal, body }: OpenOptions) =>
        send(`${base}/api/v1${path}`, {
          ...(body && { method: 'POST', body: body as BodyInit, duplex: 'half' as const }),
          headers: { ...headers, ...own, authorization },
          redirect: 'error',
          signal,
        }),
    });
  };
}

function withNames(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
