import { setTimeout as sleep } from 'node:timers/promises';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { cacheResults } from '../api/cachedResults.ts';
import { openGateway } from '../api/gateway.ts';
import { buildApp } from '../app.ts';
import { readAliases } from '../databases.ts';

export const KEY = 'rot_live_test';
export const JOB = 'job_01kjmma2g0e9dtsezyywpss2bm';

/** A request that the service sent to the API. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any route
  body: any;
}

/** The answer of the API to a route: `GET /jobs/…` → status and body, or the bytes of a file. */
export type Answers = Record<string, { status?: number; headers?: Record<string, string>; body: unknown }>;

/** Starts the application on an API whose answers a test chooses. Keys other than KEY get 401. */
export async function testCompat(answers: Answers = {}) {
  const sent: Sent[] = [];
  const fakeFetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(url));
    const path = pathname.replace('/api/v1', '');
    const headers = init.headers as Record<string, string>;
    sent.push({ method: init.method!, path, headers, body: init.body && JSON.parse(init.body as string) });
    await sleep(0);
    if (headers.authorization !== `Bearer ${KEY}`)
      return answer(401, errorOf('unauthorized', 'The API key is missing or invalid.'));
    const found = answers[`${init.method} ${path}`];
    if (!found) return answer(404, errorOf('not_found', 'No such job.'));
    return answer(found.status ?? 200, found.body, found.headers);
  };
  const app = await buildApp({
    apiOf: openGateway({ url: 'http://gateway', maxJobCredits: 0, fetch: fakeFetch as typeof fetch }),
    readResult: cacheResults(() => performance.now()),
    aliases: readAliases('nr=uniref50'),
    msaDatabase: 'uniref50',
    maxConnections: 10,
    trustedProxies: '',
    log: quietLog,
  });
  return { app, sent, answers };
}

/** The body of an error of the API. */
export function errorOf(code: string, message: string, errors?: { path: string; message: string }[]) {
  return { error: { code, message, resolution: 'Do something else.', ...(errors && { details: { errors } }) } };
}

export function jobOf(status: string, tool: string, fields: object = {}) {
  return {
    id: JOB,
    object: 'job',
    status,
    tool,
    name: 'A job',
    error: null,
    created_at: '2026-03-01T12:00:00.000Z',
    ...fields,
  };
}

export function fileOf(port: string, name: string, content_type = 'text/plain') {
  return { key: `itm_${port}`, output_port_id: port, name, content_type, size: 1, format: 'TEXT', order: 0 };
}

export function resultOf(files: object[], ports: string[] = []) {
  return { object: 'job_result', files, results: ports.map((output_port_id) => ({ output_port_id, value: {} })) };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers });
}
