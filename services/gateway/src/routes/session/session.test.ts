import { setTimeout as sleep } from 'node:timers/promises';
import { makeSessionToken } from '@rotamer/accounts/access/sessionToken.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, freeWorkspaceId, testGateway } from '../../testing/testGateway.ts';

const { app, sessions, signIn, issueKey, records, workspace, stop } = await testGateway();
afterAll(stop);

const send = (method: 'GET' | 'PATCH' | 'DELETE', url: string, token: string, more: object = {}, headers = {}) =>
  app.inject({ method, url: `/api/v1${url}`, headers: { ...bearer(token), ...headers }, ...more });
const idOf = (token: string) => [...sessions.live.values()].find(({ publicId }) => token.includes(publicId))!.id;

beforeEach(() => {
  sessions.people.set('usr_2', { ws_1: 'admin', [freeWorkspaceId]: 'owner' });
  sessions.people.set('usr_3', { ws_1: 'viewer' });
});

describe('GET /session', () => {
  it('names the person and the workspace, also for a key without scopes', async () => {
    const [session, key] = [await signIn(), issueKey({ scopes: [], role: 'viewer' })];
    expect((await send('GET', '/session', session)).json()).toMatchObject({
      kind: 'session',
      id: idOf(session),
      user: { id: 'usr_1' },
      workspace: { id: 'ws_1', name: workspace.name, role: 'owner' },
    });
    expect((await send('GET', '/session', key)).json()).toMatchObject({ kind: 'key', scopes: [], expires_at: null });
  });
});

describe('a credential that has ended', () => {
  const messageFor = async (token: string) => {
    const response = await send('GET', '/session', token);
    return [response.statusCode, response.json().error.code, response.json().error.message];
  };

  it('says so to its holder, and not to a guess at its secret', async () => {
    const key = issueKey({ expiresAt: new Date(Date.now() - 1_000) });
    const other = issueKey({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await messageFor(key)).toEqual([401, 'unauthorized', 'The API key has expired.']);
    records.get(key.slice(9, 17))!.hash = records.get(other.slice(9, 17))!.hash;
    expect(await messageFor(key)).toEqual([401, 'unauthorized', 'The API key is missing or invalid.']);
  });

  it('is called a session when it was one', async () => {
    const { token } = makeSessionToken();
    expect(await messageFor(token)).toEqual([401, 'unauthorized', 'The session has ended, or its token is invalid.']);
  });
});

describe('the header Rotamer-Workspace', () => {
  it('lets a session act in another workspace of its person, with the role there', async () => {
    const token = await signIn();
    const there = await send('GET', '/session', token, {}, { 'rotamer-workspace': 'ws_2' });
    expect(there.json().workspace).toMatchObject({ id: 'ws_2', role: 'member' });
    expect((await send('GET', '/session', token)).json().workspace).toMatchObject({ id: 'ws_1', role: 'owner' });
  });

  it.each(['ws_3', 'nonsense', '__proto__', 'ws_1, ws_2'])(
    'is refused for %j alike, in every method',
    async (named) => {
      const [session, key] = [await signIn(), issueKey()];
      for (const token of [session, key]) {
        for (const [method, url] of [
          ['GET', '/jobs'],
          ['DELETE', '/session'],
          ['GET', '/account'],
        ] as const) {
          const answer = await send(method, url, token, {}, { 'rotamer-workspace': named });
          expect(answer.statusCode).toBe(403);
          expect(answer.json().error.message).toContain('not a member of the workspace');
        }
      }
      expect((await send('GET', '/session', session)).statusCode).toBe(200);
    },
  );

  it('gives no key another workspace, and may name its own', async () => {
    const key = issueKey();
    expect((await send('GET', '/account', key, {}, { 'rotamer-workspace': 'ws_2' })).statusCode).toBe(403);
    expect((await send('GET', '/account', key, {}, { 'rotamer-workspace': 'ws_1' })).statusCode).toBe(200);
  });
});

describe('PATCH /session', () => {
  it('moves later requests to another workspace of the person only', async () => {
    const token = await signIn();
    const move = (id: string) => send('PATCH', '/session', token, { payload: { workspace_id: id } });
    expect((await move('ws_2')).json().workspace).toMatchObject({ id: 'ws_2', role: 'member' });
    expect((await send('GET', '/session', token)).json().workspace.id).toBe('ws_2');
    expect((await move('ws_3')).statusCode).toBe(404);
  });

  it('leads out of a workspace without a paid plan, as signing out does', async () => {
    const token = await signIn({ userId: 'usr_2', workspaceId: freeWorkspaceId });
    expect((await send('GET', '/jobs', token)).statusCode).toBe(402);
    expect((await send('GET', '/workspaces', token)).json().data).toHaveLength(2);
    const moved = await send('PATCH', '/session', token, { payload: { workspace_id: 'ws_1' } });
    expect(moved.statusCode).toBe(200);
    expect((await send('GET', '/jobs', token)).statusCode).toBe(200);
    const other = await signIn({ userId: 'usr_2', workspaceId: freeWorkspaceId });
    expect((await send('DELETE', '/session', other)).json().ended).toBe(1);
  });
});

describe('ending sessions', () => {
  it('signs out the session of the request, and no other one', async () => {
    const [one, other] = [await signIn(), await signIn()];
    expect((await send('DELETE', '/session', one)).json()).toEqual({ object: 'session_end', ended: 1 });
    await sleep(1);
    expect(sessions.live.size).toBeGreaterThan(0);
    expect((await send('GET', '/session', other)).statusCode).toBe(200);
  });

  it('lets people end their own sessions, and admins those in their workspace; others are not_found', async () => {
    const [viewer, admin, owner] = [
      await signIn({ userId: 'usr_3' }),
      await signIn({ userId: 'usr_2' }),
      await signIn({ workspaceId: 'ws_2' }),
    ];
    const end = (id: string, token: string) => send('DELETE', `/sessions/${id}`, token);
    const unknown = await end(newId('ses', new Date()), viewer);
    for (const answer of [await end(idOf(admin), viewer), await end(idOf(owner), admin), await end('x', viewer)])
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    expect((await end(idOf(viewer), admin)).json().ended).toBe(1);
    expect((await end(idOf(admin), admin)).json().ended).toBe(1);
  });

  it('lets a key end only sessions of its user that act in its workspace', async () => {
    const [here, there] = [await signIn(), await signIn({ workspaceId: 'ws_2' })];
    const key = issueKey({ role: 'viewer' });
    const listed = (await send('GET', '/sessions?limit=100', key)).json().data.map(({ id }: { id: string }) => id);
    expect([listed.includes(idOf(here)), listed.includes(idOf(there))]).toEqual([true, false]);
    expect((await send('DELETE', `/sessions/${idOf(there)}`, key)).statusCode).toBe(404);
    const kept = idOf(there);
    expect((await send('DELETE', '/sessions', key)).json().ended).toBeGreaterThan(0);
    expect([...sessions.live.keys()]).toContain(kept);
  });

  it('ends all other sessions of a person, in all workspaces', async () => {
    const [mine] = [await signIn(), await signIn({ workspaceId: 'ws_2' }), await signIn({ userId: 'usr_3' })];
    await send('DELETE', '/sessions', mine);
    const left = [...sessions.live.values()];
    expect(left.filter(({ userId }) => userId === 'usr_1').map(({ id }) => id)).toEqual([idOf(mine)]);
    expect(left.some(({ userId }) => userId === 'usr_3')).toBe(true);
  });
});

describe('the lists', () => {
  it('show the sessions of the workspace to admins, with their people', async () => {
    await signIn({ userId: 'usr_3' });
    const answer = await send('GET', '/sessions?of=workspace&limit=100', await signIn({ userId: 'usr_2' }));
    expect(answer.json().data).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id: 'usr_3' }) }),
    );
    expect((await send('GET', '/sessions?of=workspace', await signIn({ userId: 'usr_3' }))).statusCode).toBe(403);
    expect(answer.body).not.toContain('rot_sess_');
  });

  it('go on after a cursor, and show a key its own workspace only', async () => {
    const token = await signIn();
    const first = (await send('GET', '/workspaces?limit=1', token)).json();
    expect(first.data).toMatchObject([{ id: 'ws_1', current: true }]);
    expect((await send('GET', '/workspaces', issueKey())).json().data).toMatchObject([{ id: 'ws_1', role: 'owner' }]);
  });
});
