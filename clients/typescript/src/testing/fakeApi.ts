import { Rotamer } from '../client.ts';
import type { JobData } from '../types.ts';
import { fakeTime } from './fakeTime.ts';

export interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** The network's reaction to a request: a response, or a broken connection. */
export type Reply = (request: SeenRequest) => Response | Error;

/** A client whose requests get these replies, one after the other. The last one serves all further requests. */
export function fakeApi(...replies: Reply[]) {
  const requests: SeenRequest[] = [];
  const time = fakeTime();
  const fakeFetch: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const body = typeof init.body === 'string' ? init.body : '';
    const request = { method: init.method!, path: pathname + search, headers: new Headers(init.headers), body };
    requests.push(request);
    const reply = replies[Math.min(requests.length, replies.length) - 1]!(request);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const client = new Rotamer({ apiKey: API_KEY, baseUrl: 'http://rotamer.test', fetch: fakeFetch, time });
  return { client, requests, time };
}

export const API_KEY = 'rot_live_4fGh7sKqSECRETSECRETSECRETSECRETSECRET';

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

export function refusal(
  status: number,
  code: string,
  more: { details?: unknown; headers?: Record<string, string> } = {},
): Reply {
  const error = { code, message: `It is ${code}.`, resolution: 'Do something.', details: more.details };
  return json({ error }, status, { 'x-request-id': 'req_12345678', ...more.headers });
}

/** Breaks the connection. */
export const cut: Reply = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });

/** An event stream with these frames that ends, or falls silent, after them. */
export function stream(frames: string[], { silent = false } = {}): Reply {
  return () => {
    const body = new ReadableStream({
      start(controller) {
        for (const frame of frames) controller.enqueue(new TextEncoder().encode(frame));
        if (!silent) controller.close();
      },
    });
    return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
}

export function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function jobOf(status: JobData['status'], more: Partial<JobData> = {}): JobData {
  return {
    id: 'job_1',
    object: 'job',
    project_id: null,
    status,
    tool: 'protein-properties',
    name: 'Insulin',
    credits_used: 0,
    created_at: '2026-03-01T12:00:00.000Z',
    started_at: null,
    completed_at: null,
    progress: null,
    execution_time_seconds: null,
    error: null,
    ...more,
  };
}
