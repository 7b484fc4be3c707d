import type { JobData } from '@rotamer/client';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { openGateway } from '../api/openApi.ts';
import { buildApp } from '../app.ts';
import { formTokenOf } from '../http/formToken.ts';

/** The token of a session, in the cookie of the tests. */
export const SESSION = `rot_sess_${'s'.repeat(59)}`;

export const WORKSPACE = 'ws_1';

/** One request that the console sent to the gateway. */
export interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  /** The request as it was sent, for bodies that are not JSON. */
  init: RequestInit;
}

/** Returns a response of the public API: its JSON, or a whole response. */
type Answer = (sent: Sent) => unknown;

/** `METHOD /path` without the query, and the answer to it. */
export type Answers = Record<string, Answer>;

const person = { id: 'usr_1', email: 'ada@example.org', name: 'Ada' };
const workspace = { id: WORKSPACE, name: 'Enzyme group', role: 'member' };

/** What the frame of every page reads. */
const usual: Answers = {
  'GET /session': () => ({ object: 'current_session', kind: 'session', id: 'ses_1', user: person, workspace }),
  'GET /workspaces': () =>
    list([
      { ...workspace, current: true },
      { ...workspace, id: 'ws_2', name: 'Other group' },
    ]),
  'GET /jobs': () => list([]),
  'GET /workflow-runs': () => list([]),
  'GET /batches': () => list([]),
  'GET /budgets': () => list([]),
  'GET /projects': () => list([]),
  'GET /members': () => list([]),
  'GET /api-keys': () => list([]),
  'GET /account': () => ({ object: 'account', workspace: { credits: { available: 9_995 } } }),
};

/** The console in front of a public API that gives these answers. Everything else does not exist. */
export async function testConsole(answers: Answers = {}, publicUrl = 'http://127.0.0.1:8080') {
  const sent: Sent[] = [];
  const all: Answers = { ...usual, ...answers };
  const send = (async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname.replace('/api/v1', '') + new URL(url).search;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const one = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body, init };
    sent.push(one);
    const answer = (await all[`${one.method} ${path.split('?')[0]}`]?.(one)) ?? refusal(404, 'not_found');
    return answer instanceof Response ? answer : Response.json(answer);
  }) as typeof fetch;
  const openApi = openGateway({ gatewayUrl: 'http://gateway', forwardAddresses: true, fetch: send });
  const app = await buildApp({ openApi, publicUrl, log: quietLog, maxConnections: 10, trustedProxies: '' });
  const cookie = `${publicUrl.startsWith('https') ? '__Host-rotamer' : 'rotamer_8080'}=${SESSION}`;
  return {
    app,
    sent,
    cookie,
    /** Opens a page of the workspace as a person who is signed in. */
    open: (path = '', headers: Record<string, string> = {}) =>
      app.inject({ url: `/w/${WORKSPACE}/${path}`, headers: { cookie, ...headers } }),
    /** Sends a form of a page. Without `token` it is the form of another site. */
    post: (
      path: string,
      fields: Record<string, string> = {},
      { token = formTokenOf(SESSION), ...headers }: Record<string, string> = {},
    ) =>
      app.inject({
        method: 'POST',
        url: `/w/${WORKSPACE}/${path}`,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ token, ...fields }).toString(),
      }),
  };
}

/** Returns the text of a page. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<wbr\/?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])/g, '$1');
}

export function list(data: unknown[], next: string | null = null) {
  return { object: 'list', data, has_more: next !== null, next_cursor: next };
}

/** A response with the error envelope of the API. */
export function refusal(status: number, code: string, message = 'No.'): Response {
  return Response.json({ error: { code, message, resolution: 'Do something else.' } }, { status });
}

export function runOf(fields: object = {}) {
  return {
    ...{ id: 'run_1', object: 'workflow_run_summary', project_id: null, workflow_id: 'wf_1', revision_number: 2 },
    ...{ workflow_name: 'Stable peptides', name: 'First', status: 'PAUSED', pause: null, error: null },
    ...{ attempt_count: 1, job_counts: { waiting: 1, active: 2, completed: 3, failed: 1, skipped: 0 } },
    ...{ estimated_credits: 5, actual_credits: 3, max_credits: 10 },
    started_by: { user_id: 'usr_1', name: 'Ada', email: null },
    ...{ created_at: '2026-03-01T12:00:00.000Z', started_at: '2026-03-01T12:00:01.000Z', completed_at: null },
    ...fields,
  };
}

export function jobOf(fields: Partial<JobData> = {}): JobData {
  return {
    id: 'job_1',
    object: 'job',
    project_id: null,
    status: 'COMPLETED',
    tool: 'protein-properties',
    name: 'Lysozyme',
    credits_used: 1,
    created_at: '2026-03-01T12:00:00.000Z',
    started_at: '2026-03-01T12:00:01.000Z',
    completed_at: '2026-03-01T12:00:02.000Z',
    progress: 100,
    execution_time_seconds: 0.9,
    error: null,
    ...fields,
  };
}
