import { ApiError, ConnectionError } from './errors.ts';
import { readError, retryAfterOf } from './readError.ts';
import { type Failure, retryDelay } from './retry.ts';
import { systemTime, type Time } from './time.ts';

/** Query parameters; those that are undefined are left out. */
export type Query = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  form?: () => FormData;
  headers?: Record<string, string>;
  /** Whether sending it twice is harmless; by default so for all methods but POST. */
  repeat?: 'safe' | 'once';
  maxRetries?: number;
  /** For one try, in milliseconds; 0: none. Bodies of streams and downloads are not counted. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called each time it is sent. */
  onTry?: () => void;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface TransportOptions {
  apiKey: string | undefined;
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  time?: Time;
}

/** Sends requests and repeats them where that is safe. */
export class Transport {
  readonly baseUrl: string;
  readonly time: Time;
  // Private, so that neither JSON nor inspection shows it.
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl;
    this.time = options.time ?? systemTime;
  }

  /** The public part of the key, which may be shown. */
  get keyPrefix(): string | undefined {
    return this.#options.apiKey && `${this.#options.apiKey.slice(0, 17)}…`;
  }

  /** Sends a request and reads the JSON of its answer. */
  async request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const read = async (response: Response) => ({
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Body,
    });
    return this.#repeat(method, path, options, read);
  }

  /** Sends a request and returns the response with its body unread. */
  open(method: string, path: string, options: RequestOptions = {}): Promise<{ response: Response }> {
    return this.#repeat(method, path, options, async (response) => ({ response }));
  }

  async #repeat<Read extends object>(
    method: string,
    path: string,
    options: RequestOptions,
    read: (response: Response) => Promise<Read>,
  ): Promise<Read> {
    const repeat = options.repeat ?? (method === 'POST' ? 'once' : 'safe');
    const maxRetries = options.maxRetries ?? this.#options.maxRetries;
    for (let tries = 1; ; tries++) {
      options.onTry?.();
      const outcome = await this.#try(method, path, options, read);
      if ('read' in outcome) return outcome.read;
      const delay = retryDelay(outcome.failure, tries, { repeat, maxRetries }, this.time.random());
      if (delay === undefined) throw outcome.error;
      await this.time.sleep(delay, options.signal);
    }
  }

  async #try<Read>(
    method: string,
    path: string,
    { query, body, form, headers, timeoutMs = this.#options.timeoutMs, signal }: RequestOptions,
    read: (response: Response) => Promise<Read>,
  ): Promise<{ read: Read } | { failure: Failure; error: Error }> {
    const { url, isOurs } = this.#resolve(path, query);
    const limit = new AbortController();
    const timer =
      timeoutMs > 0 ? setTimeout(() => limit.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs) : undefined;
    try {
      const response = await this.#options.fetch(url, {
        method,
        body: form?.() ?? (body === undefined ? undefined : JSON.stringify(body)),
        headers: {
          // Signed links go to other servers too, which must never see the key.
          ...(isOurs && this.#options.apiKey && { authorization: `Bearer ${this.#options.apiKey}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      if (response.ok) return { read: await read(response) };
      const error = await readError(response);
      const retryAfter = retryAfterOf(response.headers);
      return {
        error,
        failure: { kind: 'status', status: response.status, retryAfter, isInProgress: isInProgress(error) },
      };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof ApiError) throw cause;
      const error = new ConnectionError(`${method} ${url.origin}${url.pathname}: ${reasonOf(cause)}`, { cause });
      return { error, failure: { kind: 'network' } };
    } finally {
      clearTimeout(timer);
    }
  }

  /** A path of the API, or a URL of its own. */
  #resolve(path: string, query: Query = {}): { url: URL; isOurs: boolean } {
    const isPath = path.startsWith('/');
    const url = new URL(isPath ? `${this.baseUrl}/api/v1${path}` : path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return { url, isOurs: isPath };
  }
}

/** Whether an earlier try with the same idempotency key has not ended yet. */
function isInProgress({ details }: ApiError): boolean {
  return (details as { reason?: string } | undefined)?.reason === 'idempotency_key_in_use';
}

/** What fetch reports lies in its cause: "fetch failed" alone helps nobody. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
