import { ApiError, ConnectionError, RotamerError, UnexpectedAnswerError } from './errors.ts';
import { publicPart } from './key.ts';
import { networkReason } from './networkReason.ts';
import { readJson, refuseRedirect } from './readBody.ts';
import { readError } from './readError.ts';
import { type Failure, retryDelay } from './retry.ts';
import { systemTime, type Time } from './time.ts';

/** Query parameters. Undefined ones are left out, and a list is sent with commas between its items. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** The options of every call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Time limit for one attempt, in milliseconds; 0 for none. Does not apply to the bodies of streams and downloads. */
  timeoutMs?: number;
  /** Milliseconds since the first failure during which the request is sent again; 0 means never. */
  retryForMs?: number;
}

export interface RequestOptions extends CallOptions {
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  form?: () => FormData;
  headers?: Record<string, string>;
  /** Whether sending it twice is harmless. The default is `safe` for GET, HEAD, PUT, DELETE, and with an idempotency key. */
  repeat?: 'safe' | 'once';
  /** How long the request asks the service to wait before it responds, in milliseconds. An attempt may take this much longer. */
  waitMs?: number;
  /** The `object` that the response must have. */
  object?: string;
  /** Called before each attempt. */
  onTry?: () => void;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A failed attempt, after which the request is sent again. */
export interface Retry {
  error: Error;
  /** Milliseconds until the next attempt. */
  delayMs: number;
  /** Number of failed attempts. */
  failures: number;
}

export interface TransportOptions {
  apiKey: string | undefined;
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: typeof fetch;
  timeoutMs: number;
  retryForMs: number;
  /** Ends every call. */
  signal?: AbortSignal;
  onRetry?: (retry: Retry) => void;
  time?: Time;
}

type Outcome<Read> = { read: Read } | { failure: Failure; error: Error };

/** Sends requests, and repeats them where that is safe. */
export class Transport {
  readonly baseUrl: string;
  readonly time: Time;
  // A private field, so that neither JSON nor inspection shows the key.
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.baseUrl = options.baseUrl;
    this.time = options.time ?? systemTime;
  }

  /** Returns the public part of the key, which may be shown. */
  get keyPrefix(): string | undefined {
    return this.#options.apiKey && publicPart(this.#options.apiKey);
  }

  /** Returns a signal that is aborted with the given one or with that of the client. */
  signal(given?: AbortSignal): AbortSignal | undefined {
    const own = this.#options.signal;
    return given && own ? AbortSignal.any([given, own]) : (given ?? own);
  }

  /** Sends a request and reads the JSON of its response. */
  async request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    const read = async (response: Response, asked: string) => ({
      status: response.status,
      headers: response.headers,
      body: (await readJson(response, asked, options.object)) as Body,
    });
    return this.#repeat(method, path, options, read);
  }

  /** Sends a request and returns the response with its body unread. */
  open(method: string, path: string, options: RequestOptions = {}): Promise<{ response: Response }> {
    return this.#repeat(method, path, options, async (response, asked) => {
      refuseRedirect(response, asked);
      return { response };
    });
  }

  async #repeat<Read extends object>(
    method: string,
    path: string,
    options: RequestOptions,
    read: (response: Response, asked: string) => Promise<Read>,
  ): Promise<Read> {
    const signal = this.signal(options.signal);
    const repeat = options.repeat ?? (isSafe(method, options.headers) ? 'safe' : 'once');
    const retryForMs = options.retryForMs ?? this.#options.retryForMs;
    let firstFailure: number | undefined;
    for (let triesSoFar = 1; ; triesSoFar++) {
      signal?.throwIfAborted();
      options.onTry?.();
      const outcome = await this.#try(method, path, { ...options, signal }, read);
      if ('read' in outcome) return outcome.read;
      const now = this.time.now();
      firstFailure ??= now;
      const spent = { triesSoFar, spentMs: now - firstFailure };
      const delayMs = retryDelay(outcome.failure, spent, { repeat, retryForMs }, this.time.random());
      if (delayMs === undefined) throw outcome.error;
      this.#options.onRetry?.({ error: outcome.error, delayMs, failures: triesSoFar });
      await this.time.sleep(delayMs, signal);
    }
  }

  async #try<Read>(
    method: string,
    path: string,
    options: RequestOptions,
    read: (response: Response, asked: string) => Promise<Read>,
  ): Promise<Outcome<Read>> {
    const { timeoutMs = this.#options.timeoutMs, waitMs = 0, signal } = options;
    const { url, isOurs } = this.#resolve(path, options.query);
    const asked = `${method} ${url.origin}${url.pathname}`;
    const limit = new AbortController();
    const withinMs = timeoutMs > 0 ? timeoutMs + waitMs : 0;
    const timer =
      withinMs > 0 ? setTimeout(() => limit.abort(new Error(`no answer in ${withinMs} ms`)), withinMs) : undefined;
    try {
      const response = await this.#options.fetch(url, {
        ...this.#init(method, options, isOurs),
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      if (response.status < 400) return { read: await read(response, asked) };
      const error = await readError(response, asked);
      return { error, failure: failureOf(error) };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof RotamerError) throw cause;
      const { text, wasSent, isFinal } = networkReason(cause);
      // The message of fetch may quote headers.
      const error = new ConnectionError(`${asked}: ${this.#withoutKey(text)}`, this.#showsKey(cause) ? {} : { cause });
      return { error, failure: { kind: 'network', wasSent, isFinal } };
    } finally {
      clearTimeout(timer);
    }
  }

  #init(method: string, { body, form, headers }: RequestOptions, isOurs: boolean): RequestInit {
    const all = {
      // Signed links go to other servers too, which must never get the key.
      ...(isOurs && this.#options.apiKey && { authorization: `Bearer ${this.#options.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    checkHeaders(all);
    return {
      method,
      headers: all,
      body: form?.() ?? (body === undefined ? undefined : JSON.stringify(body)),
      // The key goes to one address only. A redirect ends in an error that names the other address.
      redirect: isOurs ? 'manual' : 'follow',
    };
  }

  /** Resolves a path of the API, or an absolute URL. */
  #resolve(path: string, query: Query = {}): { url: URL; isOurs: boolean } {
    const isPath = path.startsWith('/');
    const url = new URL(isPath ? `${this.baseUrl}/api/v1${path}` : path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return { url, isOurs: isPath };
  }

  #withoutKey(text: string): string {
    const { apiKey } = this.#options;
    return apiKey ? text.replaceAll(apiKey, publicPart(apiKey)) : text;
  }

  /** Returns whether an error, or one of its causes, quotes the key. */
  #showsKey(error: unknown): boolean {
    const { apiKey } = this.#options;
    let current = error as { message?: unknown; stack?: unknown; cause?: unknown } | undefined;
    for (let depth = 0; apiKey && current && depth < 5; depth++) {
      if (`${current.message} ${current.stack}`.includes(apiKey)) return true;
      current = current.cause as typeof current;
    }
    return false;
  }
}

function isSafe(method: string, headers: Record<string, string> = {}): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isKeyed = names.includes('idempotency-key') || names.includes('x-idempotency-key');
  return isKeyed || ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'].includes(method);
}

/** Refuses invalid headers. The error has only the name of the header, because the value may be secret. */
function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new RotamerError(`The header ${name} holds a character that no header can carry, such as a line end.`);
  }
}

function failureOf({ status, code, retryAfter, details }: ApiError): Failure {
  const { reason } = (details ?? {}) as { reason?: string };
  const isInProgress = reason === 'idempotency_key_in_use';
  return { kind: 'status', status, retryAfter, isInProgress, isFull: code === 'concurrent_job_limit_exceeded' };
}

/** Returns whether an error does not change with another attempt: no such job, a bad key, a missing scope, another service. */
export function isFinal(error: unknown): boolean {
  if (error instanceof UnexpectedAnswerError) return true;
  return error instanceof ApiError && error.status < 500 && ![408, 425, 429].includes(error.status);
}
