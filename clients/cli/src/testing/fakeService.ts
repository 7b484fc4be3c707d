import { jobOf } from '@rotamer/client/testing/fakeApi.ts';

/** The requests that a fake service saw. */
export interface Seen {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they expect
  body: any;
  headers: Headers;
}

type Route = unknown | ((seen: Seen) => unknown);

/** Responds with JSON by `METHOD /path`, relative to `/api/v1`. A `Response` is sent unchanged. */
export function fakeService(routes: Record<string, Route>) {
  const seen: Seen[] = [];
  const answer: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const path = pathname.replace('/api/v1', '') + search;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const request: Seen = { method: init.method!, path, body, headers: new Headers(init.headers) };
    seen.push(request);
    const route = routes[`${request.method} ${pathname.replace('/api/v1', '')}`];
    if (route === undefined)
      return Response.json(
        { error: { code: 'not_found', message: `No ${path}.`, resolution: 'Look.' } },
        { status: 404 },
      );
    const value = typeof route === 'function' ? route(request) : route;
    return value instanceof Response ? value : Response.json(value);
  };
  return { fetch: answer, seen };
}

export const properties = {
  id: 'protein-properties',
  object: 'tool',
  name: 'Protein properties',
  description: 'Mass, pI, charge',
  version: '1.0.0',
  credit_model: { is_free: false, mode: 'fixed', base_credits: 1 },
  input: {
    slots: [
      {
        id: 'sequences',
        label: 'Sequences',
        min: 1,
        max: 100,
        acceptedKinds: ['protein'],
        acceptedFormats: ['FASTA', 'TEXT'],
        defaultKind: 'protein',
        capabilities: {},
      },
    ],
  },
  settings: {
    properties: { charge_ph: { type: 'number', default: 7 }, treat_unknown: { type: 'string', default: 'reject' } },
  },
  output: { ports: [] },
};

export const quote = {
  object: 'job_quote',
  tool: 'protein-properties',
  estimated_credits: 1,
  available_credits: 10,
  billable_credits: 1,
  blocking_errors: [] as object[],
  limits: {},
  billing: { mode: 'fixed' },
};

export const job = jobOf('QUEUED');

/** Returns the event stream of a job that ends with this status. */
export function streamOf(status: string): Response {
  const data = JSON.stringify({ ...job, status });
  const text = `event: status\ndata: ${data}\n\nevent: terminal\ndata: ${data}\n\n`;
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}
