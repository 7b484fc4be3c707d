import type { Job, List } from '@rotamer/test-support/resources.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';

/**
 * A client with one ordinary key. Only statuses matter: a hostile tenant may be rejected, but must not break anything.
 */
export interface Attacker {
  baseUrl: string;
  /** Sends an object as JSON, or text unchanged. Resolves with the status, or with 599 if there was no response. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<number>;
  patch(path: string, body: unknown): Promise<number>;
  get(path: string): Promise<number>;
  /** Uploads a file with this content. */
  upload(name: string, content: string | Uint8Array): Promise<number>;
  /** Opens an event stream and keeps it open until the attack is over. */
  holdStream(path: string): Promise<number>;
  /** Sends a request without a key. */
  anonymous(path: string, headers?: Record<string, string>): Promise<number>;
  /** Submits a job. Returns the job if it was accepted. */
  submit(body: unknown): Promise<Job | undefined>;
  /** Returns the attacker's newest jobs. */
  jobs(): Promise<Job[]>;
  /** Server errors that no client may cause: any 5xx except a 503 with Retry-After. */
  faults: string[];
  release(): void;
}

/** Creates an attacker with the key of this workspace. */
export function createAttacker({ client: { baseUrl }, key }: Workspace): Attacker {
  const faults: string[] = [];
  const held = new Set<AbortController>();
  const authorization = { authorization: `Bearer ${key.key}` };

  async function send(method: string, path: string, init: RequestInit & { raw?: boolean } = {}) {
    const url = init.raw ? `${baseUrl}${path}` : `${baseUrl}/api/v1${path}`;
    const answer = await fetch(url, { method, ...init }).catch(() => undefined);
    if (!answer) return undefined;
    const { status } = answer;
    if (status >= 500 && !(status === 503 && answer.headers.has('retry-after')))
      faults.push(`${method} ${path} ${status}`);
    return answer;
  }

  async function statusOf(answer: Promise<Response | undefined>): Promise<number> {
    const got = await answer;
    await got?.arrayBuffer().catch(() => {});
    return got?.status ?? 599;
  }

  const json = (method: string, path: string, body: unknown, headers = {}) =>
    send(method, path, {
      headers: { ...authorization, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  return {
    baseUrl,
    faults,
    post: (path, body, headers) => statusOf(json('POST', path, body, headers)),
    patch: (path, body) => statusOf(json('PATCH', path, body)),
    get: (path) => statusOf(send('GET', path, { headers: authorization })),
    upload(name, content) {
      const form = new FormData();
      form.append('file', new Blob([content as never]), name);
      return statusOf(send('POST', '/files', { headers: authorization, body: form }));
    },
    async holdStream(path) {
      const controller = new AbortController();
      held.add(controller);
      const answer = await send('GET', path, { headers: authorization, signal: controller.signal });
      return answer?.status ?? 599;
    },
    anonymous: (path, headers = {}) => statusOf(send('GET', path, { headers, raw: true })),
    async submit(body) {
      const answer = await json('POST', '/jobs', body);
      const text = (await answer?.text().catch(() => '')) ?? '';
      return answer?.status === 202 ? (JSON.parse(text) as Job) : undefined;
    },
    async jobs() {
      const answer = await send('GET', '/jobs?limit=100', { headers: authorization });
      return answer?.ok ? ((await answer.json()) as List<Job>).data : [];
    },
    release() {
      for (const controller of held) controller.abort();
      held.clear();
    },
  };
}
