import { pagesApp } from '@rotamer/http/testing/pagesApp.ts';
import { testShowPage } from '@rotamer/http/testing/testRenderPage.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { mailTable, purgeMails } from '@rotamer/kit/mail/mailTable.ts';
import { sendMails } from '@rotamer/kit/mail/sendMails.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { loginLinkMail } from '../loginLink/loginLinkMail.ts';
import { createLoginLinks } from '../loginLink/loginLinks.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { loginLinkPages } from './loginLinkPages.ts';

const publicUrl = 'https://rotamer.example';

/** The pages on a real database with one user, and the mails that are sent. */
async function world(limits = {}) {
  const { db } = await accountsDatabase();
  let now = new Date();
  const clock = () => now;
  const browser = { user: '' };
  const refused: [userId: string, reason: string][] = [];
  const { id: userId } = await ensureUser(db, newId('usr', now), 'ada@example.org');
  await addMember(db, 'ws_1', userId, 'member');
  await ensureUser(db, newId('usr', now), 'former@example.org');
  const links = createLoginLinks({ publicUrl, secret: 'secret of the tests' });
  const app = await pagesApp((pages) =>
    loginLinkPages(pages, {
      ...{ db, signals: { send: () => {} }, clock, publicUrl, links },
      limits: { perAddress: 100, perMailbox: 3, inAll: 100, ...limits },
      show: testShowPage,
      formToken: () => 'token',
      isOwnForm: (_, token) => token === 'token',
      complete: async (_, reply, signedIn) => reply.send(signedIn),
      refused: async (_, id, reason) => void refused.push([id, reason]),
      signedInAs: async () => browser.user || undefined,
      goOn: (_, reply) => reply.redirect('../../account', 303),
    }),
  );
  const post = (url: string, fields: Record<string, string>, remoteAddress = '192.0.2.1') =>
    app.inject({
      ...{ method: 'POST', url, remoteAddress },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: 'token', ...fields }).toString(),
    });
  const ask = (email: string, remoteAddress?: string, next = '/') =>
    post('/login/mail', { email, next }, remoteAddress);
  /** Sends what is queued. Returns the mails. */
  const mailed = async () => {
    const sent: Mail[] = [];
    const queue = mailTable(db, { login_link: loginLinkMail(links, publicUrl) });
    await sendMails({ queue, mailer: { send: async (mail) => void sent.push(mail) }, log: quietLog });
    return sent;
  };
  const linkIn = ({ text }: Mail) => new URL(/https:\S+/.exec(text.replace(/.*address\./, ''))![0]);
  const confirm = (link: URL) => post(link.pathname, { t: link.searchParams.get('t')! });
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { db, app, userId, browser, refused, post, ask, mailed, linkIn, confirm, pass };
}

describe('a link by mail', () => {
  it('signs its mailbox in, once, after a confirmation that names the mailbox', async () => {
    const { app, ask, mailed, linkIn, confirm, userId } = await world();
    await ask(' Ada@Example.org ', undefined, '/share/job_1');
    const [mail] = await mailed();
    expect(mail!.to).toBe('ada@example.org');
    const link = linkIn(mail!);
    for (let scan = 0; scan < 3; scan++) {
      const page = await app.inject(link.pathname + link.search);
      expect([page.statusCode, page.json()]).toMatchObject([200, { page: 'mailLink', email: 'ada@example.org' }]);
    }
    expect((await confirm(link)).json()).toEqual({ userId, next: '/share/job_1' });
    expect((await confirm(link)).statusCode).toBe(410);
    expect((await app.inject(link.pathname + link.search)).statusCode).toBe(410);
  });

  it('that is used again leads its person on who is signed in, and nobody else', async () => {
    const { app, ask, mailed, linkIn, confirm, browser, refused, userId } = await world();
    await ask('ada@example.org');
    const link = linkIn((await mailed())[0]!);
    await confirm(link);
    browser.user = userId;
    for (const again of [await confirm(link), await app.inject(link.pathname + link.search)])
      expect([again.statusCode, again.headers.location]).toEqual([303, '../../account']);
    expect(refused).toEqual([]);
    browser.user = 'usr_other';
    expect((await confirm(link)).statusCode).toBe(410);
  });

  it('is reported as refused when a person sends it again, and not when it is forged', async () => {
    const { ask, mailed, linkIn, confirm, post, refused, userId } = await world();
    await ask('ada@example.org');
    const link = linkIn((await mailed())[0]!);
    await confirm(link);
    expect(refused).toEqual([]);
    await confirm(link);
    expect(refused).toEqual([[userId, 'link_over']]);
    await post('/login/mail/link', { t: `${newId('mail', new Date())}.x` });
    expect(refused).toHaveLength(1);
  });

  it('signs in once when it is confirmed several times at once', async () => {
    const { ask, mailed, linkIn, confirm } = await world();
    await ask('ada@example.org');
    const link = linkIn((await mailed())[0]!);
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => confirm(link)))).map((one) => one.statusCode);
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(410)]);
  });

  it('ends after 15 minutes', async () => {
    const { ask, mailed, linkIn, confirm, pass } = await world();
    await ask('ada@example.org');
    const link = linkIn((await mailed())[0]!);
    pass(15);
    expect((await confirm(link)).statusCode).toBe(410);
  });

  it('is refused when any part of it is changed', async () => {
    const { ask, mailed, linkIn, post } = await world();
    await ask('ada@example.org');
    const t = linkIn((await mailed())[0]!).searchParams.get('t')!;
    const [id, signature] = t.split('.') as [string, string];
    for (const forged of [
      '',
      id,
      `${id}.`,
      `${id}.${signature.slice(1)}`,
      `${newId('mail', new Date())}.${signature}`,
      `.${signature}`,
    ])
      expect((await post('/login/mail/link', { t: forged })).statusCode).toBe(410);
  });

  it('is not in the database', async () => {
    const { db, ask, mailed, linkIn } = await world();
    await ask('ada@example.org');
    const before = JSON.stringify((await db.query('select to_jsonb(m) as row from mails m')).rows);
    const signature = linkIn((await mailed())[0]!)
      .searchParams.get('t')!
      .split('.')[1]!;
    expect(before + JSON.stringify((await db.query('select * from login_links')).rows)).not.toContain(signature);
  });

  it('is refused with a form of another site', async () => {
    const { ask, mailed, linkIn, post } = await world();
    await ask('ada@example.org');
    const t = linkIn((await mailed())[0]!).searchParams.get('t')!;
    expect((await post('/login/mail/link', { t, token: 'forged' })).statusCode).toBe(400);
    expect((await post('/login/mail', { email: 'ada@example.org', token: 'forged' })).statusCode).toBe(400);
  });
});

describe('asking for a link', () => {
  it('leads to another page, whose reload sends no second mail', async () => {
    const { app, ask, mailed } = await world();
    const { headers } = await ask('ada@example.org');
    const page = new URL(headers.location!, `${publicUrl}/login/mail`).pathname;
    for (let reload = 0; reload < 2; reload++)
      expect((await app.inject(page)).body).toContain('Look into your mailbox');
    expect(await mailed()).toHaveLength(1);
  });

  it('is answered alike for a user, a stranger and a former member, with the same rows', async () => {
    const { db, ask, mailed } = await world();
    const shown: unknown[] = [];
    for (const email of ['ada@example.org', 'nobody@example.org', 'former@example.org']) {
      const { statusCode, body, headers } = await ask(email);
      shown.push([statusCode, body, headers.location, Object.keys(headers).sort()]);
    }
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    expect((await db.query('select from mails')).rowCount).toBe(3);
    expect((await db.query('select from login_links')).rowCount).toBe(3);
    expect((await mailed()).map(({ to }) => to)).toEqual(['ada@example.org']);
    expect(await purgeMails(db)).toBe(0);
  });

  it.each([
    'ada',
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    '',
    `${'a'.repeat(300)}@b.org`,
  ])('for %j is refused', async (email) => {
    const { ask, mailed } = await world();
    expect((await ask(email)).statusCode).toBe(400);
    expect(await mailed()).toEqual([]);
  });

  it('sends three mails to a mailbox in an hour, and answers alike after them', async () => {
    const { ask, mailed, pass } = await world();
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push((await ask('ada@example.org')).body);
    expect(new Set(answers).size).toBe(1);
    expect(await mailed()).toHaveLength(3);
    pass(61);
    await ask('ada@example.org');
    expect(await mailed()).toHaveLength(1);
  });

  it('is limited for each network, also at the same time', async () => {
    const { ask } = await world({ perAddress: 4 });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => (await ask(`${n}@example.org`)).statusCode),
    );
    expect(statuses.sort()).toEqual([303, 303, 303, 303, 429, 429, 429, 429]);
    expect((await ask('ada@example.org', '2001:db8::1')).statusCode).toBe(303);
    for (let n = 2; n < 5; n++) await ask('ada@example.org', `2001:db8::${n}`);
    expect((await ask('ada@example.org', '2001:db8::9')).statusCode).toBe(429);
  });

  it('is limited for the installation by mails, which strangers cannot use up', async () => {
    const { ask, mailed } = await world({ inAll: 1 });
    for (let n = 0; n < 3; n++) await ask(`${n}@example.org`);
    await ask('ada@example.org');
    await ask('ada@example.org');
    expect(await mailed()).toHaveLength(1);
  });

  it('never returns to another site', async () => {
    const { ask, mailed, linkIn, confirm } = await world();
    await ask('ada@example.org', undefined, 'https://evil.example/');
    expect((await confirm(linkIn((await mailed())[0]!))).json().next).toBe('/');
  });
});
