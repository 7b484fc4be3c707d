import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Account, Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const unknownJob = 'job_00000000000000000000000000';

/** Replaces one character by another letter. A negative position counts from the end. */
function garble(text: string, at: number): string {
  const i = at < 0 ? text.length + at : at;
  return text.slice(0, i) + (text[i] === 'A' ? 'B' : 'A') + text.slice(i + 1);
}

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ plan: 'PRO', credits: 12.5 });
});

describe.concurrent('an API key', () => {
  it("shows its owner the key's data and the plan and limits of its workspace", async () => {
    const { client, key, id } = workspace;
    const { body } = await client.get<Account>('/account');
    expect(body).toMatchObject({
      workspace: { id, plan: { tier: 'PRO', paid: true }, credits: { available: 12.5 } },
      limits: { active_jobs: 0, concurrent_jobs: { max: 20, remaining: 20 } },
      api_key: { id: key.id, env: 'LIVE', prefix: key.prefix },
    });
    expect(key.key.startsWith(`${key.prefix}_`)).toBe(true);
    expect(JSON.stringify(body)).not.toContain(key.key);
  });

  it('is refused when it is missing, mistyped, unknown or malformed', async () => {
    const { key, clientWith } = workspace;
    const unknown = 'rot_live_zzzzzzzz_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz000000';
    const texts = [undefined, '', 'nonsense', unknown, garble(key.key, -1), garble(key.key, 12), garble(key.key, 20)];
    for (const text of [...texts, key.key.slice(0, -1), `${key.key}x`, key.key.toUpperCase()]) {
      const refused = await clientWith(text).get('/account');
      expectRefusal(refused, 401, 'unauthorized');
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    const basic = { authorization: `Basic ${Buffer.from(`${key.key}:`).toString('base64')}` };
    expectRefusal(await clientWith(undefined).get('/account', basic), 401, 'unauthorized');
    expectRefusal(await clientWith(undefined).get(`/account?api_key=${key.key}`), 401, 'unauthorized');
  });

  it('is refused after it expires', async () => {
    const { newKey, clientWith } = workspace;
    const { key } = await newKey({ expires: '4s' });
    const client = clientWith(key);
    await waitFor('the key to expire', async () => (await client.get('/account')).status === 401, {
      timeoutMs: 20_000,
    });
    expectRefusal(await client.get('/account'), 401, 'unauthorized');
  });

  it('needs the scope of the route, which a refusal names', async () => {
    const { newKey, clientWith } = workspace;
    const [reader, writer] = await Promise.all(
      [['jobs:read'], ['jobs:write']].map(async (scopes) => clientWith((await newKey({ scopes })).key)),
    );
    const request = propertiesOf(ubiquitin);
    const { tool, input } = request;
    const needsWrite = [
      () => reader!.post('/jobs', request),
      () => reader!.post('/jobs/quote', { tool, input }),
      () => reader!.post(`/jobs/${unknownJob}/cancel`),
      () => reader!.post(`/jobs/${unknownJob}/retry`),
    ];
    for (const call of needsWrite) {
      expect(expectRefusal(await call(), 403, 'forbidden')).toEqual({ required_scope: 'jobs:write' });
    }
    const reads = ['/account', '/tools', '/tools/protein-properties', '/jobs', `/jobs/${unknownJob}/status`];
    for (const path of [...reads, `/jobs/${unknownJob}/events`, `/results/${unknownJob}`]) {
      expect(expectRefusal(await writer!.get(path), 403, 'forbidden')).toEqual({ required_scope: 'jobs:read' });
    }
    const inProject = await writer!.post('/jobs', { ...request, project_id: 'proj_00000000000000000000000000' });
    expect(expectRefusal(inProject, 403, 'forbidden')).toEqual({ required_scope: 'projects:write' });
    const source = { type: 'file', file_id: 'file_x' };
    const withFile = await writer!.post('/jobs', { ...request, input: { inputs: [{ ...input.inputs[0], source }] } });
    expect(expectRefusal(withFile, 403, 'forbidden')).toEqual({ required_scope: 'files:read' });
  });

  it('grants no more than its user may: a viewer reads, a member runs', async () => {
    const { client, newKey, clientWith } = await newWorkspace();
    const [viewer, member] = await Promise.all(
      (['viewer', 'member'] as const).map(async (role) => clientWith((await newKey({ role })).key)),
    );
    const refused = await viewer!.post('/jobs', propertiesOf(ubiquitin));
    expect(expectRefusal(refused, 403, 'forbidden')).toEqual({ required_role: 'member' });
    const { status, body } = await member!.post<Job>('/jobs', propertiesOf(ubiquitin));
    expect(status).toBe(202);
    expect((await viewer!.get<Job>(`/jobs/${body.id}/status`)).body.id).toBe(body.id);
    expectRefusal(await viewer!.post(`/jobs/${body.id}/cancel`), 403, 'forbidden');
    expectRefusal(await viewer!.post(`/jobs/${unknownJob}/cancel`), 404, 'not_found');
    expect((await client.get<{ data: Job[] }>('/jobs')).body.data).toHaveLength(1);
  });

  it('is refused everywhere on the FREE plan until the workspace pays', async () => {
    const { client, admin, id } = await newWorkspace({ plan: 'FREE' });
    for (const path of ['/account', '/tools', '/jobs', `/results/${unknownJob}`]) {
      expectRefusal(await client.get(path), 402, 'paid_plan_required');
    }
    await admin.command('workspace set-plan', { workspace: id, plan: 'PRO' });
    await waitFor('the plan to be known', async () => (await client.get('/account')).status === 200, {
      timeoutMs: 20_000,
    });
  });
});
