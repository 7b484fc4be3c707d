import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from './contract.ts';

/** A response of the public API that conforms to the contract. */
export interface Answer<Body> {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for anything else. */
  body: Body;
  bytes: Buffer;
}

export interface SendOptions {
  headers?: Record<string, string>;
  body?: string | Buffer | FormData;
}

/** A client of the public API. Every response is validated against the published contract before a test sees it. */
export interface Client {
  baseUrl: string;
  contract: Contract;
  get<Body>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Sends JSON, or no body at all. */
  post<Body>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** Uploads a file with text parts, the file last. */
  upload<Body>(name: string, content: string | Buffer, fields?: Record<string, string>): Promise<Answer<Body>>;
  patch<Body>(path: string, body: unknown): Promise<Answer<Body>>;
  /** Sends the request unchanged. */
  send<Body>(method: string, path: string, options?: SendOptions): Promise<Answer<Body>>;
  /** Returns the response with its body unread, for streams. Only the shape of errors is validated. */
  open(path: string, signal?: AbortSignal): Promise<Response>;
}

export interface ClientOptions {
  baseUrl: string;
  contract: Contract;
  /** Without a key, requests have no Authorization header. */
  key?: string;
  /**
   * Whether to wait and retry while the service or the connection is unavailable, and when a request arrived too slowly
   * (408).
   */
  patient?: boolean;
}

/** Headers of every response. */
const onEveryAnswer = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
];

/** How long a client with retries waits for an unavailable service, in ms. */
const patienceMs = 30_000;

/** Calls `{baseUrl}/api/v1/…`. Retries a 429 after its Retry-After. */
export function createClient({ baseUrl, contract, key, patient = false }: ClientOptions): Client {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const deadline = () => performance.now() + (patient ? patienceMs : 0);

  async function request(path: string, init: RequestInit, until: number): Promise<Response> {
    const headers = { ...authorization, ...(init.headers as Record<string, string>) };
    const answer = await fetch(new URL(`/api/v1${path}`, baseUrl), { ...init, headers }).catch((error) => {
      if (performance.now() > until) throw error;
      return undefined;
    });
    const isUnavailable = answer === undefined || answer.status === 503 || answer.status === 408;
    if (isUnavailable && performance.now() < until) {
      await answer?.arrayBuffer();
      await sleep(100);
      return request(path, init, until);
    }
    if (answer!.status !== 429) return answer!;
    await answer!.arrayBuffer();
    await sleep(Number(answer!.headers.get('retry-after') ?? 1) * 1000);
    return request(path, init, until);
  }

  async function send<Body>(method: string, path: string, options: SendOptions = {}): Promise<Answer<Body>> {
    const response = await request(path, { method, ...options } as RequestInit, deadline());
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    const contentType = headers.get('content-type');
    const body = contentType?.startsWith('application/json') ? JSON.parse(bytes.toString()) : undefined;
    contract.check({ method, path: `/api/v1${path}`, status, contentType, body });
    for (const name of onEveryAnswer) {
      if (!headers.has(name)) throw new Error(`${method} ${path}: response without ${name}`);
    }
    return { status, headers, body, bytes };
  }

  const sendJson = <Body>(method: string, path: string, body: unknown, headers?: Record<string, string>) =>
    send<Body>(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    baseUrl,
    contract,
    send,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) =>
      body === undefined ? send('POST', path, { headers }) : sendJson('POST', path, body, headers),
    patch: (path, body) => sendJson('PATCH', path, body),
    upload(name, content, fields = {}) {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.append(field, value);
      body.append('file', new Blob([content as string]), name);
      return send('POST', '/files', { body });
    },
    async open(path, signal) {
      const response = await request(path, { signal }, deadline());
      if (!response.ok) contract.checkValue('Error', await response.clone().json());
      return response;
    },
  };
}
