import { addOffPage } from '@rotamer/accounts/noticePages/noticePages.ts';
import { testNotices } from '@rotamer/accounts/testing/testNotices.ts';
import { createRenderPage } from '@rotamer/http/pages/renderPage.ts';
import { pagesApp } from '@rotamer/http/testing/pagesApp.ts';
import { testRenderPage } from '@rotamer/http/testing/testRenderPage.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const publicUrl = 'https://rotamer.example';
const secret = 'secret of the tests';

async function world(renderPage = testRenderPage) {
  const notices = testNotices();
  const needs = { notices, publicUrl, shareSecret: secret, renderPage };
  const app = await pagesApp((pages) => addOffPage(pages, needs));
  const link = new URL(createOffLinks({ publicUrl, secret }).link('ada@example.org', 'job_ended'));
  return { notices, app, path: link.pathname + link.search };
}

describe('the link at the foot of a mail', () => {
  it('switches its kind off with the POST of a mail program, without cookies (RFC 8058)', async () => {
    const { app, notices, path } = await world();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await app.inject({ method: 'POST', url: path, headers, payload: 'List-Unsubscribe=One-Click' });
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect(notices.off).toEqual([['ada@example.org', 'job_ended']]);
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await app.inject({ method: 'POST', url: path, headers: multipart, payload: body })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  });

  it('says what it did where the console cannot be reached', async () => {
    const { app, notices, path } = await world(createRenderPage('http://127.0.0.1:1'));
    const { statusCode, body } = await app.inject({ method: 'POST', url: path });
    expect([statusCode, notices.off.length]).toEqual([200, 1]);
    expect(body).toContain('<h1>These mails are switched off</h1>');
    expect(body).toContain('href="../w?to=settings"');
  });

  it('only asks with GET, because mail scanners open links', async () => {
    const { app, notices, path } = await world();
    const page = await app.inject(path);
    const shown = { page: 'switchOff', email: 'ada@example.org', what: 'jobs of yours have ended', action: path };
    expect(page.json()).toMatchObject(shown);
    expect(notices.off).toEqual([]);
  });

  it.each(['', 't=', 't=job_ended', 't=job_ended.YQ.x'])('does nothing with the query %j', async (query) => {
    const { app, notices } = await world();
    expect((await app.inject({ method: 'POST', url: `/notices/off?${query}` })).statusCode).toBe(404);
    expect(notices.off).toEqual([]);
  });

  it('is refused for another address or kind', async () => {
    const { app, notices, path } = await world();
    const other = Buffer.from('eve@example.org').toString('base64url');
    for (const url of [path.replace('job_ended', 'invitation'), path.replace(/\.[\w-]+\./, `.${other}.`)])
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
    expect(notices.off).toEqual([]);
  });
});

describe('the choices of a person', async () => {
  const { app, issueKey, notices, stop } = await testGateway();
  afterAll(stop);
  const headers = bearer(issueKey());

  it('are shown and changed, one kind at a time', async () => {
    expect((await app.inject({ url: '/api/v1/notices', headers })).json()).toMatchObject({ job_ended: 'requested' });
    const change = (payload: object) => app.inject({ method: 'PATCH', url: '/api/v1/notices', headers, payload });
    expect((await change({ job_ended: 'always' })).json()).toMatchObject({
      job_ended: 'always',
      run_ended: 'requested',
    });
    for (const bad of [{}, { job_ended: 'often' }, { review_waiting: 'requested' }, { unknown: 'never' }])
      expect((await change(bad)).statusCode).toBe(400);
  });

  it('include single submissions', async () => {
    const payload = { tool: 'protein-properties', name: 'a', input: { inputs: [] } };
    const submit = (prefer: string) =>
      app.inject({ method: 'POST', url: '/api/v1/jobs', headers: { ...headers, prefer }, payload });
    const asked = await submit('notify=mail');
    expect([asked.statusCode, asked.headers['preference-applied']]).toEqual([202, 'notify=mail']);
    expect(notices.requested).toEqual([asked.json().id]);
    for (const prefer of ['notify=fax', 'xnotify=mail', 'notify=mailer', 'respond-async'])
      expect((await submit(prefer)).headers['preference-applied']).toBeUndefined();
  });
});
