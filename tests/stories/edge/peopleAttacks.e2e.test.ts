import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from '@rotamer/test-support/client.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Role, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

interface Person {
  id: string;
  email: string;
  client: Client;
  keyId: string;
}

const { baseUrl, dataDir } = inject('stack');

/** A browser without scripts, which keeps its cookies. */
function browser() {
  const jar = new Map<string, string>();
  async function send(path: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const answer = await fetch(new URL(path, baseUrl), { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }
  return {
    jar,
    see: (path: string) => send(path),
    post: (path: string, fields: Record<string, string>, headers = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  };
}

const fieldOf = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** The name of the cookie that has the session of a browser. */
const SESSION = `rotamer_${new URL(baseUrl).port}`;

/** Follows a login link, and sends its form as the page does by itself. */
async function follow(link: string, at = browser()) {
  const { text } = await at.see(link);
  const fields = { token: fieldOf(text, 'token'), link: fieldOf(text, 'link') };
  return { at, answer: await at.post('/login/local', fields) };
}

let victim: Workspace;
let attacker: Workspace;
const people = {} as Record<Role | 'stranger', Person>;

async function personIn(workspace: Workspace, role: Role): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.org`;
  const { id } = await workspace.admin.command('user create', { workspace: workspace.id, email, role });
  const rights = { scopes: 'all', 'may-create-keys': 'yes' };
  const { id: keyId, key } = await workspace.admin.command('key create', {
    ...{ workspace: workspace.id, user: id },
    ...rights,
  });
  return { id, email, keyId, client: workspace.clientWith(key) };
}

beforeAll(async () => {
  [victim, attacker] = await Promise.all([newWorkspace(), newWorkspace()]);
  const roles: Role[] = ['owner', 'admin', 'member', 'viewer'];
  for (const role of roles) people[role] = await personIn(victim, role);
  people.stranger = await personIn(attacker, 'owner');
});

const json = { 'content-type': 'application/json' };
const put = (client: Client, body: object) =>
  client.send('PUT', '/budgets', { headers: json, body: JSON.stringify(body) });
const linkOf = async ({ email }: Person) => (await victim.admin.command('login-link', { user: email })).url as string;

describe('an attacker with a browser', () => {
  it('plants a session, which is not that of the person who signs in', async () => {
    const { at: own } = await follow(await linkOf(people.stranger));
    const planted = own.jar.get(SESSION)!;
    const at = browser();
    at.jar.set(SESSION, planted);
    await follow(await linkOf(people.member), at);
    expect(at.jar.get(SESSION)).not.toBe(planted);
    expect((await at.see('/account')).text).toContain(people.member.email);
  });

  it('signs a victim in as the attacker by a form of another site', async () => {
    const { text } = await browser().see(await linkOf(people.stranger));
    const victims = browser();
    const stolen = { token: fieldOf(text, 'token'), link: fieldOf(text, 'link') };
    expect((await victims.post('/login/local', stolen, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await victims.post('/login/local', stolen)).status).toBe(403);
    expect(victims.jar.has(SESSION)).toBe(false);
  });

  it('follows a login link again', async () => {
    const link = await linkOf(people.owner);
    await follow(link);
    const { at, answer } = await follow(link);
    expect([answer.status, at.jar.has(SESSION)]).toEqual([410, false]);
  });

  it('ends sessions by a form of another site', async () => {
    const { at } = await follow(await linkOf(people.owner));
    const token = fieldOf((await at.see('/account')).text, 'token');
    for (const path of ['/account/sign-out', '/account/end-others']) {
      expect((await at.post(path, { token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await at.post(path, { token: '' })).status).toBe(403);
    }
    expect((await at.see('/account')).status).toBe(200);
  });

  it('sends the cookie of a person to the API, and an API key as a cookie', async () => {
    const { at } = await follow(await linkOf(people.owner));
    expect((await at.see('/api/v1/session')).status).toBe(401);
    at.jar.set(SESSION, victim.key.key);
    expect((await at.see('/account')).status).toBe(303);
  });

  it('leads a person to another site after signing in', async () => {
    const { at } = await follow(await linkOf(people.owner));
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect((await at.see(`/login?next=${encodeURIComponent(next)}`)).location).not.toContain('evil');
  });

  it('approves a program without the page that shows its code', async () => {
    const { body } = await victim
      .clientWith(undefined)
      .post<{ user_code: string; device_code: string }>('/device-authorizations', { client_name: 'evil' });
    const { at } = await follow(await linkOf(people.owner));
    const token = fieldOf((await at.see('/device')).text, 'token');
    const decision = { token, code: body.user_code, decision: 'approve' };
    expect((await at.post('/device/decision', decision)).status).toBe(403);
    const { device_code } = body;
    const refused = await victim.clientWith(undefined).post('/device-tokens', { device_code });
    expectRefusal(refused, 400, 'authorization_pending');
  });

  it('forges an invitation', async () => {
    for (const token of [randomBytes(32).toString('base64url'), `inv_00000000000000000000000000.${'A'.repeat(43)}`]) {
      const page = await browser().see(`/invitations/${token}`);
      expect([page.status, fieldOf(page.text, 't')]).toEqual([expect.toSatisfy((status) => status >= 400), '']);
    }
  });
});

describe('an attacker with a key', () => {
  it('creates a key that can do more than its own', async () => {
    const { body } = await people.member.client.post<{ secret: string }>('/api-keys', {
      ...{ name: 'weak', scopes: ['jobs:read'], may_create_keys: true },
    });
    const weak = victim.clientWith(body.secret);
    for (const scopes of [['workspace:write'], ['jobs:read', 'jobs:write']])
      expect((await weak.post('/api-keys', { name: 'strong', scopes })).status).toBe(403);
  });

  it('gives itself or others a higher role', async () => {
    const { viewer, member, admin, owner } = people;
    for (const { client, id } of [viewer, member])
      expect((await client.patch(`/members/${id}`, { role: 'owner' })).status).toBe(403);
    expect((await admin.client.patch(`/members/${admin.id}`, { role: 'owner' })).status).toBe(403);
    expect((await admin.client.patch(`/members/${owner.id}`, { role: 'viewer' })).status).toBe(403);
    expect((await admin.client.send('DELETE', `/members/${owner.id}`)).status).toBe(403);
  });

  it('invites an accomplice with a higher role than its own', async () => {
    const invitation = { email: 'accomplice@example.org', role: 'owner' };
    for (const { client } of [people.admin, people.member])
      expect((await client.post('/members/invitations', invitation)).status).toBe(403);
  });

  it('lifts its budget by its own key', async () => {
    const cap = { scope: 'key', subject_id: '', period: 'day', cap_credits: 1 };
    const made = await people.admin.client.post<{ id: string; secret: string; prefix: string }>('/api-keys', {
      ...{ name: 'capped', scopes: ['jobs:read', 'workspace:read', 'workspace:write'], budget: { day: 1 } },
    });
    expect(made.status).toBe(201);
    const client = victim.clientWith(made.body.secret);
    const subject_id = made.body.prefix.replace('rot_live_', '');
    expectRefusal(await put(client, { ...cap, subject_id, cap_credits: 1_000 }), 403, 'forbidden');
    const { body } = await client.get<{ data: { id: string; subject_id: string }[] }>('/budgets');
    const { id } = body.data.find((one) => one.subject_id === subject_id)!;
    expectRefusal(await client.send('DELETE', `/budgets/${id}`), 403, 'forbidden');
    // A rotated key has the budget of its earlier secrets (weave-os/router #564, BerriAI/litellm #31079).
    const path = `/api-keys/${made.body.id}/rotate`;
    const rotated = await people.admin.client.post<{ secret: string }>(path, { overlap_seconds: 0 });
    const seen = await victim.clientWith(rotated.body.secret).get<typeof body>('/budgets');
    expect(seen.body.data.map((one) => one.id)).toContain(id);
  });

  it('uses a secret that was replaced', async () => {
    const made = await people.member.client.post<{ id: string; secret: string }>('/api-keys', {
      ...{ name: 'rotated', scopes: ['jobs:read'] },
    });
    const old = victim.clientWith(made.body.secret);
    expect((await old.get('/account')).status).toBe(200);
    const rotated = await people.member.client.post(`/api-keys/${made.body.id}/rotate`, { overlap_seconds: 0 });
    expect(rotated.status).toBe(200);
    await waitFor('the old secret to end', async () => (await old.get('/account')).status === 401, {
      timeoutMs: 6_000,
    });
  });

  it('takes the last owner out of the workspace', async () => {
    const { client, id } = people.stranger;
    const { body } = await client.get<{ data: { id: string; role: string }[] }>('/members');
    for (const { id: other } of body.data.filter((one) => one.role === 'owner' && one.id !== id))
      expect((await client.send('DELETE', `/members/${other}`)).status).toBe(200);
    expectRefusal(await client.send('DELETE', `/members/${id}`), 409, 'conflict');
    expectRefusal(await client.patch(`/members/${id}`, { role: 'member' }), 409, 'conflict');
  });

  it('goes on after the removal of its person', async () => {
    const leaver = await personIn(victim, 'admin');
    const { at } = await follow(await linkOf(leaver));
    expect((await people.owner.client.send('DELETE', `/members/${leaver.id}`)).status).toBe(200);
    const isOver = async () =>
      (await leaver.client.get('/account')).status === 401 && (await at.see('/account')).status === 303;
    await waitFor('key and session to end', isOver, { timeoutMs: 6_000 });
  });
});

describe('an attacker in another workspace', () => {
  it('names the workspace of the victim', async () => {
    const { client } = people.stranger;
    for (const path of ['/workspace', '/members', '/ledger', '/audit']) {
      const refused = await client.get(path, { 'rotamer-workspace': victim.id });
      expect(refused.status, path).toBe(403);
    }
  });

  it('uses ids of the victim', async () => {
    const { client } = people.stranger;
    const budget = await put(people.owner.client, { scope: 'workspace', period: 'total', cap_credits: 900 });
    const { id } = budget.body as { id: string };
    const { keyId, id: userId } = people.owner;
    for (const [method, path] of [
      ...[['GET', `/api-keys/${keyId}`] as const, ['DELETE', `/api-keys/${keyId}`] as const],
      ...[['DELETE', `/members/${userId}`] as const, ['DELETE', `/budgets/${id}`] as const],
    ])
      expect((await client.send(method, path)).status, path).toBe(404);
    expect((await client.patch(`/members/${userId}`, { role: 'viewer' })).status).toBe(404);
    expect((await put(client, { scope: 'member', subject_id: userId, period: 'day', cap_credits: 0 })).status).toBe(
      400,
    );
  });

  it('continues lists with cursors of the victim', async () => {
    const lists = ['/members', '/api-keys', '/ledger', '/audit'];
    for (const path of lists) {
      const first = await people.owner.client.get<{ next_cursor: string | null; data: { id: string }[] }>(
        `${path}?limit=1`,
      );
      const cursor = first.body.next_cursor ?? Buffer.from(first.body.data[0]!.id).toString('base64url');
      const { status, bytes } = await people.stranger.client.get(`${path}?starting_after=${cursor}`);
      expect([200, 400], path).toContain(status);
      for (const word of [
        victim.id,
        ...Object.values(people)
          .slice(0, 4)
          .map(({ id }) => id),
      ])
        expect(bytes.toString(), path).not.toContain(word);
    }
  });
});

describe('an attacker who chooses texts', () => {
  it('puts a formula into a report', async () => {
    const formula = '=HYPERLINK("https://evil.example","x")';
    const { client } = people.owner;
    expect((await client.patch(`/members/${people.owner.id}`, { name: formula })).status).toBe(200);
    for (const path of ['/usage?group_by=member,project&format=csv', '/audit?format=csv', '/ledger?format=csv'])
      expect((await client.get(path)).bytes.toString(), path).not.toMatch(/(^|,|\n)"?[=+@]/);
  });

  it('adds headers and links to a mail', async () => {
    const { client } = people.owner;
    for (const email of ['a@example.org\r\nBcc: evil@example.org', 'a@example.org,evil@example.org', '<a@example.org>'])
      expect((await client.post('/members/invitations', { email, role: 'viewer' })).status).toBe(400);
    expect((await client.patch('/workspace', { name: 'Lab\r\nBcc: evil@example.org' })).status).toBe(400);
    expect((await client.patch('/workspace', { name: 'https://evil.example/win' })).status).toBe(200);
    const email = `invited-${randomUUID()}@example.org`;
    await client.post('/members/invitations', { email, role: 'viewer' });
    const mail = await waitFor('the mail', async () => mailsTo(dataDir, email)[0], { timeoutMs: 20_000 });
    expect(mail).not.toMatch(/https:\/\/evil\.example|^Bcc:/m);
  });

  it('reads secrets in the audit log', async () => {
    const { client } = people.owner;
    const { body } = await client.post<{ secret: string }>('/api-keys', { name: 'for audit', scopes: ['jobs:read'] });
    const log = (await client.get('/audit?limit=100')).bytes.toString();
    expect(log).toContain('api_key.created');
    expect(log).not.toContain(body.secret.slice(18));
    expect(log).not.toMatch(/rot_(live|sess)_\w{8}_|token=/);
  });
});
