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

/** Returns a client of the public API that acts as one person in one workspace. */
export type OpenApi = (caller: Caller) => Rotamer;

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
  return ({ token, workspaceId, address }) =>
    new Rotamer({
      apiKey: token,
      baseUrl: gatewayUrl,
      timeoutMs: TIMEOUT_MS,
      retryForMs: RETRY_MS,
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        if (workspaceId !== undefined) headers.set('rotamer-workspace', workspaceId);
        if (forwardAddresses) headers.set('x-forwarded-for', address);
        return send(url, { ...init, headers, redirect: 'error' });
      },
    });
}
