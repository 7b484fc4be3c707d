import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { testJob } from '../testing/testJobs.ts';
import { storeResult } from '../testing/testResult.ts';
import { type Role, roles, type Scope, scopes } from './policy.ts';

/** Who may do what, in the words of the public API and the design; written apart from the policy that it tests. */
const promises: Record<string, { needs: Scope[]; write?: true; request: (job: Job) => InjectOptions }> = {
  account: { needs: ['jobs:read'], request: () => ({ url: '/account' }) },
  tools: { needs: ['jobs:read'], request: () => ({ url: '/tools' }) },
  tool: { needs: ['jobs:read'], request: () => ({ url: '/tools/protein-properties' }) },
  quote: {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs/quote', payload: submission({ name: undefined }) }),
  },
  submit: {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs', payload: submission() }),
  },
  'submit to no project': {
    needs: ['jobs:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs', payload: submission({ project_id: null }) }),
  },
  'submit to a project': {
    needs: ['jobs:write', 'projects:write'],
    write: true,
    request: () => ({ method: 'POST', url: '/jobs', payload: submission({ project_id: 'proj_1' }) }),
  },
  'submit a saved file': {
    needs: ['jobs:write', 'files:read'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/jobs',
      payload: submission({}, { source: { type: 'file', file_id: 'f' } }),
    }),
  },
  'submit a saved file by its alias to a project': {
    needs: ['jobs:write', 'files:read', 'projects:write'],
    write: true,
    request: () => ({
      method: 'POST',
      url: '/jobs',
      payload: submission({ project_id: 'proj_1' }, { source: { type: 'file', fileId: 'f' } }),
    }),
  },
  list: { needs: ['jobs:read'], request: () => ({ url: '/jobs' }) },
  status: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/status` }) },
  events: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/jobs/${id}/events` }) },
  cancel: {
    needs: ['jobs:write'],
    write: true,
    request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/cancel` }),
  },
  retry: { needs: ['jobs:write'], write: true, request: ({ id }) => ({ method: 'POST', url: `/jobs/${id}/retry` }) },
  result: { needs: ['jobs:read'], request: ({ id }) => ({ url: `/results/${id}` }) },
  'result item': { needs: ['jobs:read'], request: ({ id }) => ({ url: `/results/${id}/items/itm_row` }) },
};

const { app, jobs, blobs, workspace, issueKey, records, stop } = await testGateway();
afterAll(stop);

const scopeSubsets = Array.from({ length: 2 ** scopes.length }, (_, bits) =>
  scopes.filter((_scope, i) => bits & (1 << i)),
);

describe('every operation, with every set of scopes and every role', () => {
  it.each(Object.entries(promises))('%s', async (_name, { needs, write, request }) => {
    const job = await storeResult(blobs);
    jobs.known.set(job.id, job);
    const { url, ...rest } = request(job);

    for (const granted of scopeSubsets) {
      for (const role of roles) {
        const headers = bearer(issueKey({ scopes: granted, role }));
        const { statusCode, body } = await app.inject({ ...rest, url: `/api/v1${url}`, headers });
        const where = `${role} with ${granted.join(' ') || 'nothing'}: ${body.slice(0, 200)}`;
        expect(statusCode === 403, where).toBe(!allowed(granted, role, needs, write));
        expect(statusCode === 403 || statusCode < 300, where).toBe(true);
      }
    }
  });
});

function allowed(granted: Scope[], role: Role, needs: Scope[], write = false): boolean {
  return needs.every((scope) => granted.includes(scope)) && !(write && role === 'viewer');
}

describe('a refusal for want of a scope', () => {
  it('names the scope', async () => {
    const headers = bearer(issueKey({ scopes: ['jobs:write'] }));
    const payload = submission({ project_id: 'proj_1' });
    const answer = await app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload });
    expect(answer.json().error).toMatchObject({ code: 'forbidden', details: { required_scope: 'projects:write' } });
  });

  it('comes before a word about the body, when the scope does not depend on it', async () => {
    const headers = { ...bearer(issueKey({ scopes: ['jobs:read'] })), 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: '{nonsense' });
    expect(answer.statusCode).toBe(403);
  });
});

describe('a viewer', () => {
  it('is told that an unknown job does not exist, as everybody is', async () => {
    const known = testJob();
    jobs.known.set(known.id, known);
    const cancel = async (id: string, role: Role) => {
      const headers = bearer(issueKey({ role }));
      return await app.inject({ method: 'POST', url: `/api/v1/jobs/${id}/cancel`, headers });
    };
    const { id: unknown } = testJob();
    expect((await cancel(known.id, 'viewer')).statusCode).toBe(403);
    expect((await cancel(unknown, 'viewer')).body).toBe((await cancel(unknown, 'owner')).body);
    expect((await cancel('nonsense', 'viewer')).body).toBe((await cancel(unknown, 'owner')).body);
    expect((await cancel(unknown, 'viewer')).statusCode).toBe(404);
  });
});

describe('without a valid key', () => {
  it('every answer is the same, whatever is wrong', async () => {
    const expired = issueKey({ expiresAt: new Date(0) });
    const revoked = issueKey();
    records.delete(revoked.slice(9, 17));
    const headers = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Basic dXNlcjpwYXNz' },
      { authorization: `Token ${issueKey()}` },
      bearer('rot_live_nonsense'),
      bearer(`${issueKey()}0`),
      bearer(expired),
      bearer(revoked),
    ];
    const answers = await Promise.all(headers.map((one) => app.inject({ url: '/api/v1/account', headers: one })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]!.json().error.code).toBe('unauthorized');
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer');
  });

  it('an unknown path is 404 and a wrong method 405, as with one', async () => {
    expect((await app.inject({ url: '/api/v1/nothing' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'DELETE', url: '/api/v1/jobs' })).statusCode).toBe(405);
  });

  it('the contract can be read, with a bad key too', async () => {
    expect((await app.inject({ url: '/api/v1/openapi.json', headers: bearer('nonsense') })).statusCode).toBe(200);
  });
});

describe('a workspace that does not pay', () => {
  it('is refused with 402, before any scope', async () => {
    workspace.paid = false;
    onTestFinished(() => {
      workspace.paid = true;
    });
    const headers = bearer(issueKey({ scopes: [], workspaceId: 'ws_free' }));
    const answer = await app.inject({ url: '/api/v1/account', headers });
    expect(answer.statusCode).toBe(402);
    expect(answer.json().error.code).toBe('paid_plan_required');
  });
});
