import { setTimeout as sleep } from 'node:timers/promises';

/** A minimal client of the public API, as in a user's own script. */
export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch<Answer>(path: string, body: unknown): Promise<Answer>;
  /** Sends a form, for uploads. */
  send<Answer>(path: string, form: FormData): Promise<Answer>;
  /** The raw response, for streams. */
  open(path: string): Promise<Response>;
}

/** How often a request to an overloaded service is repeated, about once a second. */
const MAX_REPEATS = 60;

/**
 * Calls `{baseUrl}/api/v1/…` with an API key. Waits as long as a 429 says, and retries a 503 for a minute, because a busy machine
 * may send it while it starts. Any other error throws its public message.
 */
export function createApi(baseUrl: string, apiKey: string, signal: AbortSignal): Api {
  async function call(path: string, init: RequestInit = {}, repeats = 0): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${apiKey}` };
    const answer = await fetch(new URL(`/api/v1${path}`, baseUrl), { ...init, headers, signal });
    if (answer.status === 429 || (answer.status === 503 && repeats < MAX_REPEATS)) {
      await answer.arrayBuffer();
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000, undefined, { signal });
      return call(path, init, repeats + 1);
    }
    if (!answer.ok) throw new Error(await describeError(`${init.method ?? 'GET'} ${path}`, answer));
    return answer;
  }

  async function json<Answer>(path: string, init?: RequestInit): Promise<Answer> {
    return (await (await call(path, init)).json()) as Answer;
  }

  return {
    get: (path) => json(path),
    post: (path, body, headers) => json(path, withBody('POST', body, headers)),
    patch: (path, body) => json(path, withBody('PATCH', body)),
    send: (path, form) => json(path, { method: 'POST', body: form }),
    open: (path) => call(path),
  };
}

function withBody(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

async function describeError(request: string, answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; resolution: string } };
    return `${request} returned ${answer.status} ${error.code}: ${error.message} ${error.resolution}`;
  } catch {
    return `${request} returned ${answer.status}: ${text.slice(0, 200)}`;
  }
}
