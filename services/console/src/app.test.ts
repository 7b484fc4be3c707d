import { describe, expect, it } from 'vitest';
import { jobOf, list, refusal, SESSION, testConsole } from './testing/testConsole.ts';

describe('every page', () => {
  it('leads a reader without a session to the page that signs in, and then back', async () => {
    const { app } = await testConsole();
    const answer = await app.inject('/w/ws_1?from=mail');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '../login?next=%2Fw%2Fws_1%3Ffrom%3Dmail']);
  });

  it('sends no cookie to the gateway that is not the token of a session', async () => {
    const { app, sent } = await testConsole();
    const answer = await app.inject({ url: '/w/ws_1', headers: { cookie: 'rotamer_8080=rot_live_abc' } });
    expect([answer.statusCode, sent]).toEqual([303, []]);
  });

  it('acts with the session of the person, in the workspace of the path, for the address of the browser', async () => {
    const { open, sent } = await testConsole({ 'GET /jobs': () => list([]) });
    expect((await open()).statusCode).toBe(200);
    for (const { headers } of sent) {
      expect(headers.get('authorization')).toBe(`Bearer ${SESSION}`);
      expect(headers.get('rotamer-workspace')).toBe('ws_1');
      expect(headers.get('x-forwarded-for')).toBe('127.0.0.1');
    }
  });

  it('has a policy without inline scripts and styles, and holds no credential', async () => {
    const { open } = await testConsole({ 'GET /jobs': () => list([jobOf()]) });
    const { headers, body } = await open();
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).not.toMatch(/rot_sess_|rot_live_|<style|style=|onclick|javascript:/);
  });

  it('shows what users wrote as text, never as markup', async () => {
    const { open } = await testConsole({ 'GET /jobs': () => list([jobOf({ name: '<img src=x onerror=alert(1)>' })]) });
    const { body } = await open();
    expect(body).toContain('&lt;img src=x onerror=alert(1)>');
    expect(body).not.toContain('<img src=x');
  });

  it.each([
    ['an unknown path', 'nothing', {}, 404],
    ['another workspace', '', { 'GET /session': () => refusal(403, 'forbidden') }, 403],
    ['a session that has ended', '', { 'GET /session': () => refusal(401, 'unauthorized') }, 303],
  ])('is an error page for %s', async (_, path, answers, status) => {
    const { open } = await testConsole({ 'GET /jobs': () => list([]), ...answers });
    expect((await open(path)).statusCode).toBe(status);
  });
});

describe('a form', () => {
  const answers = { 'DELETE /session': () => ({ object: 'session_end', ended: 1 }) };

  it('signs out and removes the cookie', async () => {
    const { post, sent } = await testConsole(answers);
    const answer = await post('sign-out');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '../../login']);
    expect(String(answer.headers['set-cookie'])).toMatch(/^rotamer_8080=;.*Path=\/;.*HttpOnly/);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /session']);
  });

  it.each([
    ['without the token', { token: '' }],
    ['with the token of another session', { token: 'x'.repeat(43) }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', async (_, options) => {
    const { post, sent } = await testConsole(answers);
    expect((await post('sign-out', {}, options as never)).statusCode).toBe(403);
    expect(sent).toEqual([]);
  });
});

describe('GET /w', () => {
  it('leads to the workspace of the session', async () => {
    const { app } = await testConsole();
    const answer = await app.inject({ url: '/w', headers: { cookie: `rotamer_8080=${SESSION}` } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, './w/ws_1/']);
  });
});

describe('files of pages', () => {
  it('are kept for ever at the address that pages name, and compressed', async () => {
    const { open, app } = await testConsole({ 'GET /jobs': () => list([]) });
    const [, path] = /href="\.\.\/\.\.\/(console-assets\/\w+\/console\.css)"/.exec((await open()).body)!;
    const { headers, statusCode } = await app.inject({ url: `/${path}`, headers: { 'accept-encoding': 'gzip, br' } });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
    });
  });
});
