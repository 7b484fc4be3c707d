import { cookiesOf, linkFrom, signInFormOf } from '@rotamer/http/testing/pageForms.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testGateway } from '../../testing/testGateway.ts';
import { fileBytes, storePicture, storeResult } from '../../testing/testResult.ts';
import { testToken } from '../../testing/testSharing.ts';

let now = new Date('2026-03-01T13:00:00.000Z');
const { app, jobs, sharing, blobs, workspace, records, issueKey, stop } = await testGateway({ clock: () => now });
afterAll(stop);

const result = await storeResult(blobs);
jobs.known.set(result.id, result);
const page = `/share/${result.id}`;
const item = `${page}/items/itm_file`;
const unknown = `/share/${testJob().id}`;

const see = (url: string, cookies = {}) => app.inject({ url, cookies });
const send = (fields: object, cookies = {}) =>
  app.inject({
    method: 'POST',
    url: page,
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields }).toString(),
  });
async function signIn(key: string) {
  const { token, cookies } = await signInFormOf(app, page);
  return send({ token, key }, cookies);
}
const share = (visibility: Visibility) => sharing.known.set(result.id, visibility);

beforeEach(() => {
  workspace.paid = true;
  now = new Date(now.getTime() + 60_000); // a new window for the address, and nothing cached
});

describe('a public job', () => {
  beforeEach(() => share(Visibility.PUBLIC));

  it('is shown to anyone with the link, with its rows and files', async () => {
    const answer = await see(page);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const { job, tables, files } = JSON.parse(answer.body);
    expect(job).toMatchObject({ id: result.id, name: 'Lysozyme' });
    expect(JSON.stringify(tables)).toContain('14313.03');
    expect(files.map(({ key }: { key: string }) => `${page}/items/${key}`)).toContain(item);
  });

  it('says nothing about people, credits, inputs and the workspace', async () => {
    const { job, ...shown } = JSON.parse((await see(page)).body);
    expect(Object.keys(job).sort()).toEqual(
      [
        'completed_at',
        'created_at',
        'error',
        'execution_time_seconds',
        'id',
        'name',
        'progress',
        'status',
        'tool',
        'tool_version',
      ].sort(),
    );
    expect(Object.keys(shown).sort()).toEqual(
      ['fileCount', 'files', 'page', 'pictureCount', 'pictures', 'root', 'tables', 'tool'].sort(),
    );
    const own = jobs.known.get(result.id)!;
    for (const secret of [own.workspaceId, own.createdBy, 'blob'])
      expect(JSON.stringify([job, shown.files])).not.toContain(secret);
  });

  it('serves its files as downloads', async () => {
    const answer = await see(item);
    expect(answer.body).toBe(fileBytes);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="properties.tsv"/);
    expect((await see(`${page}/items/itm_none`)).statusCode).toBe(404);
  });

  it('shows pictures, which are inert when opened separately', async () => {
    const pictured = await storePicture(blobs, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    jobs.known.set(pictured.id, pictured);
    sharing.known.set(pictured.id, Visibility.PUBLIC);
    const src = `/share/${pictured.id}/pictures/itm_picture`;
    const { pictures } = JSON.parse((await see(`/share/${pictured.id}`)).body);
    expect(pictures).toMatchObject([{ key: 'itm_picture', name: 'profile.svg' }]);
    const answer = await see(src);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^<svg/);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment; filename="profile.svg"/),
    });
    expect((await see(`${page}/pictures/itm_file`)).statusCode).toBe(404);
    sharing.known.set(pictured.id, Visibility.PRIVATE);
    expect((await see(src)).statusCode).toBe(404);
  });

  it('may still be running, and then has no files', async () => {
    const running = testJob({ status: JobStatus.PROCESSING });
    jobs.known.set(running.id, running);
    sharing.known.set(running.id, Visibility.PUBLIC);
    expect(JSON.parse((await see(`/share/${running.id}`)).body).job.status).toBe('PROCESSING');
    expect((await see(`/share/${running.id}/items/itm_file`)).statusCode).toBe(404);
  });

  it('runs only our files, and sends no referrer', async () => {
    const { headers } = await see(page);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
  });
});

describe('a job that is not shared', () => {
  it('gets exactly the same response as a job that does not exist', async () => {
    share(Visibility.PRIVATE);
    const answers = await Promise.all(
      [page, unknown, '/share/nonsense', '/share/%00', item, `${unknown}/items/x`, `${page}?t=x`].map((url) =>
        see(url),
      ),
    );
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(404);
      // Pages of files are one level deeper.
      expect(body.replaceAll('../', '')).toBe(answers[0]!.body.replaceAll('../', ''));
      expect(body).not.toContain(result.id);
    }
    const given = await signIn(issueKey());
    expect([given.statusCode, given.body, given.cookies]).toEqual([404, answers[0]!.body, []]);
  });
});

describe('a job for invited people', () => {
  beforeEach(() => share(Visibility.INVITED));

  it('is opened by its link, whose token moves from the address into a cookie', async () => {
    const followed = await see(`${page}?t=${testToken}`);
    expect([followed.statusCode, linkFrom(page, String(followed.headers.location))]).toEqual([303, page]);
    expect(followed.cookies).toEqual([
      expect.objectContaining({ value: testToken, path: page, httpOnly: true, sameSite: 'Lax' }),
    ]);
    const cookies = cookiesOf(followed);
    expect((await see(page, cookies)).statusCode).toBe(200);
    expect((await see(item, cookies)).body).toBe(fileBytes);
  });

  it.each(['', '?t=', '?t=wrong', `?t=${'wrong'.padEnd(43, '-')}`, `?t=${testToken}&t=${testToken}`])(
    'gets 404 without a valid token: %s',
    async (query) => {
      const answer = await see(page + query);
      expect([answer.statusCode, answer.cookies]).toEqual([404, []]);
    },
  );
});

describe('a job for everyone with a key', () => {
  beforeEach(() => share(Visibility.AUTHENTICATED));

  it('asks for a key, and reveals nothing about the job before', async () => {
    for (const url of [page, item]) {
      const answer = await see(url);
      expect(answer.statusCode).toBe(401);
      const { page: shown, action } = JSON.parse(answer.body);
      expect([shown, linkFrom(url, action)]).toEqual(['signIn', page]);
      expect(answer.body).not.toMatch(/Lysozyme|14313/);
    }
  });

  it('is shown to a request with a key', async () => {
    const ask = (key: string) => app.inject({ url: page, headers: { authorization: `Bearer ${key}` } });
    expect((await ask(issueKey())).statusCode).toBe(200);
    expect((await ask('nonsense')).statusCode).toBe(401);
  });

  it('stays open for an hour after one sign-in, without storing the key', async () => {
    const key = issueKey();
    const given = await signIn(key);
    expect([given.statusCode, linkFrom(page, String(given.headers.location))]).toEqual([303, page]);
    expect(given.cookies).toEqual([
      expect.objectContaining({ httpOnly: true, sameSite: 'Lax', maxAge: 3_600, path: '/share' }),
    ]);
    const cookies = cookiesOf(given);
    expect(JSON.stringify(cookies)).not.toContain(key.slice(18));
    expect((await see(page, cookies)).statusCode).toBe(200);
    expect((await see(item, cookies)).body).toBe(fileBytes);
    now = new Date(now.getTime() + 3_600_000);
    expect((await see(page, cookies)).statusCode).toBe(401);
  });

  it('is refused for a malformed or expired key and for a free plan', async () => {
    const expired = issueKey({ expiresAt: new Date(now.getTime() - 1) });
    for (const key of ['', 'rot_live_x', `${issueKey().slice(0, -1)}!`, expired]) {
      const refused = await signIn(key);
      expect([refused.statusCode, cookiesOf(refused).share_session_8080]).toEqual([401, undefined]);
      expect(JSON.parse(refused.body).notice).toContain('This key was not accepted');
    }
    workspace.paid = false;
    expect((await signIn(issueKey())).statusCode).toBe(401);
  });

  it('accepts a form only from the browser that it was shown to, within an hour', async () => {
    const key = issueKey();
    const { token, cookies } = await signInFormOf(app, page);
    const other = await signInFormOf(app, page);
    const refusals = [
      await send({ key }),
      await send({ key }, cookies),
      await send({ key, token }),
      await send({ key, token }, other.cookies),
      await send({ key, token: token.replace(/^\d+/, '9999999999') }, cookies),
    ];
    for (const refused of refusals) {
      expect([refused.statusCode, cookiesOf(refused).share_session_8080]).toEqual([401, undefined]);
      expect(refused.body).toContain('This form was not accepted');
    }
    expect((await send({ key, token }, cookies)).statusCode).toBe(303);
    now = new Date(now.getTime() + 3_600_000);
    expect((await send({ key, token }, cookies)).statusCode).toBe(401);
  });

  it('counts every request of a session towards its key’s rate limit', async () => {
    const key = issueKey();
    const cookies = cookiesOf(await signIn(key));
    const { requestsPerMinute } = workspace.limits!;
    for (let n = 0; n < requestsPerMinute; n++) expect((await see(item, cookies)).statusCode).toBe(200);
    const refused = await see(page, cookies);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    const headers = { authorization: `Bearer ${key}` };
    expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(429);
  });

  it('refuses a form with a NUL and names the field', async () => {
    const { token, cookies } = await signInFormOf(app, page);
    const refused = await send({ token, key: 'a\0b' }, cookies);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('key: contains a NUL character');
  });

  it('is closed again when the key is revoked or the plan ends', async () => {
    const key = issueKey();
    const cookies = cookiesOf(await signIn(key));
    workspace.paid = false;
    now = new Date(now.getTime() + 10_000);
    expect((await see(page, cookies)).statusCode).toBe(401);
    workspace.paid = true;
    now = new Date(now.getTime() + 10_000);
    expect((await see(page, cookies)).statusCode).toBe(200);
    records.delete(key.slice(9, 17));
    now = new Date(now.getTime() + 10_000);
    expect((await see(page, cookies)).statusCode).toBe(401);
  });

  it('does not trust a cookie that was altered', async () => {
    const { share_session_8080: session } = cookiesOf(await signIn(issueKey()));
    for (const altered of [session!.replace(/^.{8}/, 'AAAAAAAA'), session!.split('.').slice(0, 2).join('.'), 'x']) {
      expect((await see(page, { share_session_8080: altered })).statusCode).toBe(401);
    }
  });
});

it('keeps a sign-in when the browser signs in to a stack on another port of the host', async () => {
  const other = await testGateway({ clock: () => now, publicUrl: 'http://127.0.0.1:8081' });
  const theirs = await storeResult(other.blobs);
  other.jobs.known.set(theirs.id, theirs);
  other.sharing.known.set(theirs.id, Visibility.AUTHENTICATED);
  share(Visibility.AUTHENTICATED);
  const cookies = cookiesOf(await signIn(issueKey()));
  const form = await signInFormOf(other.app, `/share/${theirs.id}`);
  const signedIn = await other.app.inject({
    method: 'POST',
    url: `/share/${theirs.id}`,
    cookies: { ...cookies, ...form.cookies },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: form.token, key: other.issueKey() }).toString(),
  });
  const both = { ...cookies, ...cookiesOf(signedIn) };
  expect((await see(page, both)).statusCode).toBe(200);
  expect((await other.app.inject({ url: `/share/${theirs.id}`, cookies: both })).statusCode).toBe(200);
  await other.stop();
});

describe('a browser on https', () => {
  it('sends cookies only over https', async () => {
    const secure = await testGateway({ publicUrl: 'https://rotamer.example' });
    secure.jobs.known.set(result.id, result);
    secure.sharing.known.set(result.id, Visibility.INVITED);
    const followed = await secure.app.inject(`${page}?t=${testToken}`);
    await secure.stop();
    expect(followed.cookies[0]).toMatchObject({ secure: true });
  });
});
