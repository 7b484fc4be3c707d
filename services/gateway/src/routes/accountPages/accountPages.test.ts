import { randomBytes } from 'node:crypto';
import { cookiesOf, fieldOf } from '@rotamer/http/testing/pageForms.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

let now = new Date('2026-03-01T13:00:00.000Z');
const gateway = await testGateway({ clock: () => now });
const { app, audit, sessions, localLinks, signIn, issueKey, keys, stop } = gateway;
afterAll(stop);

/** A browser, which keeps its cookies. */
function browser() {
  let cookies: Record<string, string> = {};
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name, value } of answer.cookies) cookies = { ...cookies, [name]: value };
    return answer;
  };
  return {
    cookies: () => cookies,
    set: (more: Record<string, string>) => {
      cookies = { ...cookies, ...more };
    },
    see: async (url: string, headers = {}) => keep(await app.inject({ url, cookies, headers })),
    send: async (url: string, fields: Record<string, string>, headers = {}) =>
      keep(
        await app.inject({
          method: 'POST',
          url,
          cookies,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
  };
}

function makeLink(userId = 'usr_1'): string {
  const token = randomBytes(32).toString('base64url');
  localLinks.set(token, { userId, workspaceId: 'ws_1' });
  return token;
}

/** Opens a login link and sends its form, as the page does by itself. */
async function follow(link: string, at = browser()) {
  const { body } = await at.see(`/login/local?token=${link}`);
  const answer = await at.send('/login/local', { token: fieldOf(body, 'token'), link: fieldOf(body, 'link') });
  return { at, answer };
}

describe('a login link', () => {
  it('signs in once, with a cookie that scripts and other sites cannot use', async () => {
    const link = makeLink();
    const { at, answer } = await follow(link);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '../account']);
    const set = answer.cookies.find(({ name }) => name === 'rotamer_8080');
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 7 * 24 * 3_600 });
    expect(set).not.toHaveProperty('domain');
    expect((await at.see('/account')).body).toContain('usr_1@example.org');
    const again = await follow(link);
    expect([again.answer.statusCode, again.at.cookies().rotamer_8080]).toEqual([410, undefined]);
    expect(again.answer.body).toContain('npm run admin -- login-link');
  });

  it('is not used up by HEAD, by GET, by a form of another site or by one without the page', async () => {
    const link = makeLink();
    const url = `/login/local?token=${link}`;
    await app.inject({ method: 'HEAD', url });
    const at = browser();
    const { body } = await at.see(url, { 'sec-purpose': 'prefetch' });
    const form = { token: fieldOf(body, 'token'), link };
    expect((await at.send('/login/local', form, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await browser().send('/login/local', form)).statusCode).toBe(403);
    expect((await at.send('/login/local', { link })).statusCode).toBe(403);
    expect((await follow(link)).answer.statusCode).toBe(303);
  });

  it('does not reach caches, referrers, frames or other scripts', async () => {
    const { headers } = await browser().see(`/login/local?token=${makeLink()}`);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toMatch(/script-src 'self'.*frame-ancestors 'none'/);
    const evil = await browser().see(`/login/local?token=${encodeURIComponent('"><script>x</script>')}`);
    expect(fieldOf(evil.body, 'link')).toBe('');
  });

  it('begins a new session for a browser that has one, and ends the old session (no fixation)', async () => {
    const at = browser();
    const planted = await signIn({ userId: 'usr_1' });
    at.set({ rotamer_8080: planted });
    await follow(makeLink(), at);
    expect(at.cookies().rotamer_8080).not.toBe(planted);
    expect([...sessions.live.values()].some(({ publicId }) => planted.includes(publicId))).toBe(false);
  });

  it('is not there where links are switched off', async () => {
    const other = await testGateway({ signInWays: { takeLocalLink: undefined } });
    try {
      const { body } = await other.app.inject({ url: '/login' });
      expect((await other.app.inject({ url: `/login/local?token=${makeLink()}` })).statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ page: 'login', hasLocalLinks: false });
    } finally {
      await other.stop();
    }
  });
});

describe('the cookie', () => {
  it('is for this host and TLS only where the public URL has https', async () => {
    const secure = await testGateway({ publicUrl: 'https://rotamer.example' });
    try {
      const token = randomBytes(32).toString('base64url');
      secure.localLinks.set(token, { userId: 'usr_1', workspaceId: 'ws_1' });
      const page = await secure.app.inject({ url: `/login/local?token=${token}` });
      const answer = await secure.app.inject({
        method: 'POST',
        url: '/login/local',
        cookies: cookiesOf(page),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token: fieldOf(page.body, 'token'), link: token }).toString(),
      });
      const line = [answer.headers['set-cookie']].flat().find((one) => String(one).startsWith('__Host-rotamer='))!;
      for (const part of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax']) expect(line).toContain(part);
      expect(line).not.toContain('Domain');
    } finally {
      await secure.stop();
    }
  });

  it('is not accepted by the API, and an API key in it is not accepted by pages', async () => {
    const { at } = await follow(makeLink());
    expect((await at.see('/api/v1/session')).statusCode).toBe(401);
    const other = browser();
    other.set({ rotamer_8080: issueKey() });
    expect((await other.see('/account')).headers.location).toBe('./login?next=/account');
  });
});

describe('the account page', () => {
  it('shows the person, workspaces and sessions, and no token of a session', async () => {
    await signIn({ client: { userAgent: 'curl', address: '192.0.2.7' } });
    const { at } = await follow(makeLink());
    const { body } = await at.see('/account');
    expect(body).toContain('192.0.2.7');
    expect(body).not.toContain('rot_sess_');
    expect(body).toContain('ws_2');
  });

  it('is shown to a person whose console has made more requests than a key may', async () => {
    const { at } = await follow(makeLink());
    const headers = bearer(at.cookies().rotamer_8080!);
    for (let n = 0; n < 130; n++) expect((await app.inject({ url: '/api/v1/session', headers })).statusCode).toBe(200);
    expect((await at.see('/account')).statusCode).toBe(200);
  });

  it('signs out, and the token is worth nothing afterwards', async () => {
    const { at } = await follow(makeLink());
    const token = at.cookies().rotamer_8080!;
    const { body } = await at.see('/account');
    const out = await at.send('/account/sign-out', { token: fieldOf(body, 'token') });
    expect([out.statusCode, out.headers.location]).toEqual([303, '../login']);
    now = new Date(now.getTime() + 6_000);
    expect((await app.inject({ url: '/api/v1/session', headers: bearer(token) })).statusCode).toBe(401);
    at.set({ rotamer_8080: token });
    expect((await at.see('/account')).statusCode).toBe(303);
  });

  it.each(['sign-out', 'end-session', 'end-others', 'workspace'])(
    'refuses the form %s from other sites, without a token, and with the token of another session',
    async (name) => {
      const { at } = await follow(makeLink());
      const page = await at.see('/account');
      const own = { token: fieldOf(page.body, 'token'), workspace_id: 'ws_2', id: 'x' };
      const before = sessions.live.size;
      expect((await at.send(`/account/${name}`, own, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
      expect((await at.send(`/account/${name}`, { ...own, token: '' })).statusCode).toBe(403);
      at.set({ rotamer_8080: await signIn({ userId: 'usr_1' }) });
      expect((await at.send(`/account/${name}`, own)).statusCode).toBe(403);
      expect(sessions.live.size).toBe(before + 1);
    },
  );

  it('ends a chosen session of the person, and none of other people', async () => {
    sessions.people.set('usr_9', { ws_1: 'owner' });
    const other = await signIn({ userId: 'usr_9' });
    const mine = await signIn();
    const { at } = await follow(makeLink());
    const { body } = await at.see('/account');
    const idOf = (token: string) => [...sessions.live.values()].find(({ publicId }) => token.includes(publicId))?.id;
    const [otherId, mineId] = [idOf(other)!, idOf(mine)!];
    for (const id of [otherId, mineId]) await at.send('/account/end-session', { token: fieldOf(body, 'token'), id });
    expect([idOf(other), idOf(mine)]).toEqual([otherId, undefined]);
  });
});

describe('where a person returns', () => {
  it.each(['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/\t/evil.test'])(
    'is never another site: %j',
    async (next) => {
      const { at } = await follow(makeLink());
      const answer = await at.see(`/login?next=${encodeURIComponent(next)}`);
      expect(answer.headers.location).toBe('./account');
    },
  );

  it('is the page that asked to sign in', async () => {
    const { at } = await follow(makeLink());
    expect((await at.see('/login?next=/workflow-runs/run_1/review')).headers.location).toBe(
      './workflow-runs/run_1/review',
    );
  });
});

describe('a program that signs in', () => {
  const begin = async (clientName = 'rotamer on bench-3') => {
    const payload = { client_name: clientName };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/device-authorizations', payload });
    return answer.json();
  };
  const poll = (code: string) =>
    app.inject({ method: 'POST', url: '/api/v1/device-tokens', payload: { device_code: code } });
  const outcome = async (code: string) => (await poll(code)).json().error?.code;
  const wait = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  /** Looks a code up as its page does. */
  async function lookUp(at: ReturnType<typeof browser>, code: string) {
    const { body } = await at.see(`/device?code=${code}`);
    return at.send('/device', { token: fieldOf(body, 'token'), code });
  }

  it('gets a session once its person has compared the code, and only once', async () => {
    const { device_code, user_code, verification_uri_complete } = await begin();
    expect(user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    const page = new URL(verification_uri_complete);
    expect((await browser().see(page.pathname + page.search)).headers.location).toBe(
      `./login?next=${encodeURIComponent(`/device?code=${user_code}`)}`,
    );
    const { at } = await follow(makeLink());
    const shown = await lookUp(at, user_code.toLowerCase().replace('-', ' '));
    expect(JSON.parse(shown.body)).toMatchObject({ clientName: 'rotamer on bench-3', address: '127.0.0.1' });
    expect(await outcome(device_code)).toBe('authorization_pending');
    const decision = { token: fieldOf(shown.body, 'token'), code: user_code, decision: 'approve' };
    expect((await at.send('/device/decision', decision)).body).toContain('is signed in');
    expect((await at.send('/device/decision', decision)).statusCode).toBe(409);
    wait(6);
    const { access_token } = (await poll(device_code)).json();
    expect(audit.entries.slice(-3)).toMatchObject([
      { action: 'device.approved', outcome: 'ok', actor: { kind: 'session', userId: 'usr_1' } },
      { action: 'device.approved', outcome: 'refused', code: 'not_found' },
      { action: 'session.started', outcome: 'ok', facts: '{"method":"device"}' },
    ]);
    expect(JSON.stringify(audit.entries)).not.toContain(access_token);
    const who = await app.inject({ url: '/api/v1/session', headers: bearer(access_token) });
    expect(who.json()).toMatchObject({ kind: 'session', user: { id: 'usr_1' } });
    expect(await outcome(device_code)).toBe('expired_token');
  });

  it('gets nothing when it is refused', async () => {
    const { device_code, user_code } = await begin();
    const { at } = await follow(makeLink());
    const shown = await lookUp(at, user_code);
    expect(await outcome(device_code)).toBe('authorization_pending');
    const form = { token: fieldOf(shown.body, 'token'), code: user_code, decision: 'deny' };
    expect((await at.send('/device/decision', form)).body).toContain('was refused');
    wait(60);
    expect(await outcome(device_code)).toBe('access_denied');
  });

  it('is not approved by other sites, without a look at it, or with the token for another code', async () => {
    const [one, other] = [await begin(), await begin()];
    const { at } = await follow(makeLink());
    const shown = await lookUp(at, one.user_code);
    const token = fieldOf(shown.body, 'token');
    const decide = (fields: object, headers = {}) =>
      at.send('/device/decision', { decision: 'approve', ...fields }, headers);
    expect((await decide({ token, code: other.user_code })).statusCode).toBe(403);
    expect((await decide({ code: one.user_code })).statusCode).toBe(403);
    expect((await decide({ token, code: one.user_code }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect(await outcome(one.device_code)).toBe('authorization_pending');
  });

  it('cannot be found by guessing: a person may try 10 codes a minute', async () => {
    wait(120);
    const { at } = await follow(makeLink());
    for (let n = 0; n < 10; n++) expect((await lookUp(at, 'BCDFGHJK')).statusCode).toBe(404);
    expect((await lookUp(at, 'BCDFGHJK')).statusCode).toBe(429);
    const { at: again } = await follow(makeLink());
    expect((await lookUp(again, 'BCDFGHJK')).statusCode).toBe(429);
  });

  it('can begin 10 times a minute from one address', async () => {
    wait(120);
    for (let n = 0; n < 10; n++) await begin();
    expect((await begin()).error.code).toBe('rate_limited');
  });
});

describe('the audit log', () => {
  it('has signing in and out, with person, session, way and address, and never the token', async () => {
    const { at } = await follow(makeLink());
    const token = at.cookies().rotamer_8080!;
    const { publicId, id } = [...sessions.live.values()].find((one) => token.includes(one.publicId))!;
    expect(audit.entries.at(-1)).toMatchObject({
      ...{ chain: 'ws_1', workspaceId: 'ws_1', actor: { kind: 'session', userId: 'usr_1', keyId: publicId } },
      ...{ action: 'session.started', resourceType: 'session', resourceId: id, outcome: 'ok' },
      ...{ facts: '{"method":"local_link"}', address: '127.0.0.1', requestId: expect.any(String) },
    });
    const form = { token: fieldOf((await at.see('/account')).body, 'token') };
    await at.send('/account/end-others', form);
    expect(audit.entries.at(-1)).toMatchObject({ action: 'session.others_ended', resourceId: 'usr_1' });
    await at.send('/account/sign-out', form);
    expect(audit.entries.at(-1)).toMatchObject({ action: 'session.ended', resourceId: id, outcome: 'ok' });
    expect(JSON.stringify(audit.entries)).not.toContain(token);
  });

  it('lets nobody in when a sign-in cannot be recorded', async () => {
    const { begin } = audit;
    audit.begin = async () => {
      throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    };
    const { at, answer } = await follow(makeLink());
    audit.begin = begin;
    expect([answer.statusCode, at.cookies().rotamer_8080]).toEqual([503, undefined]);
  });

  it('has one refusal of a known person in a minute, and none of an unknown one', async () => {
    sessions.people.set('usr_7', { ws_1: 'viewer' });
    const before = audit.entries.length;
    await follow(randomBytes(32).toString('base64url'));
    expect(audit.entries).toHaveLength(before);
    for (let n = 0; n < 3; n++) {
      const link = randomBytes(32).toString('base64url');
      localLinks.set(link, { userId: 'usr_7', workspaceId: 'ws_9' });
      expect((await follow(link)).answer.statusCode).toBe(403);
    }
    expect(audit.entries.slice(before)).toMatchObject([
      { action: 'session.started', outcome: 'refused', chain: 'ws_1', actor: { userId: 'usr_7', keyId: null } },
    ]);
  });

  it('has signing in with an API key, and no guess of a secret', async () => {
    const job = testJob();
    gateway.jobs.known.set(job.id, job);
    gateway.sharing.known.set(job.id, Visibility.AUTHENTICATED);
    const page = `/share/${job.id}`;
    const at = browser();
    const { token } = JSON.parse((await at.see(page)).body);
    const key = issueKey();
    const before = audit.entries.length;
    await at.send(page, { token, key: `${key.slice(0, -4)}0000` });
    // The token of a session is not an API key.
    await at.send(page, { token, key: await signIn() });
    expect(audit.entries).toHaveLength(before);
    await at.send(page, { token, key });
    expect(audit.entries.slice(before)).toMatchObject([{ action: 'api_key.signed_in', actor: { kind: 'key' } }]);
    expect(JSON.stringify(audit.entries)).not.toContain(key);
  });
});

it('forgets a person whose session ended elsewhere', async () => {
  const { at } = await follow(makeLink());
  await sessions.end({ userId: 'usr_1' });
  now = new Date(now.getTime() + 6_000);
  await keys.reread();
  expect((await at.see('/account')).headers.location).toBe('./login?next=/account');
});
