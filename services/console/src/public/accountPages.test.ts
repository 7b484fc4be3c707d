import type { PersonalPage } from '@rotamer/pages/accountPages.ts';
import { describe, expect, it } from 'vitest';
import { testConsole, textOf } from '../testing/testConsole.ts';

const { app } = await testConsole();

const render = async (page: PersonalPage): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify({ root: '../', ...page });
  return (await app.inject({ method: 'POST', url: '/pages', headers, payload })).body;
};

/** Text of other people, in every place that has some. */
const EVIL = '"><script>alert(1)</script>';

const session = {
  ...{ id: 'ses_1', workspace: EVIL, method: EVIL, userAgent: EVIL, address: EVIL },
  ...{ lastUsed: '2026-03-01T12:00:00.000Z', current: false },
};

const pages: Record<string, { page: PersonalPage; says: string; sendsTo?: string }> = {
  'ways to sign in': {
    page: {
      ...{ page: 'login', token: 't', next: EVIL, hasMail: true, hasLocalLinks: true },
      providers: [{ name: EVIL, link: 'login/oidc/lab', signOut: 'login/oidc/lab/sign-out' }],
    },
    ...{ says: 'npm run admin -- login-link', sendsTo: '../login/mail' },
  },
  'no way to sign in': {
    page: { page: 'login', token: 't', next: '/', hasMail: false, hasLocalLinks: false, providers: [] },
    says: 'No way to sign in is switched on here.',
  },
  'a link of npm start': {
    page: { page: 'localLink', token: 't', link: EVIL },
    ...{ says: 'Sign in', sendsTo: '../login/local' },
  },
  'a link in a mail': {
    page: { page: 'mailLink', token: 't', t: EVIL, action: '/rotamer/login/mail/link', email: EVIL },
    ...{ says: 'Confirm only if you asked for this link yourself.', sendsTo: '/rotamer/login/mail/link' },
  },
  'an account': {
    page: {
      ...{ page: 'account', token: 't', email: EVIL, name: EVIL, hasMore: true },
      workspaces: [{ id: EVIL, name: EVIL, role: EVIL, current: false }],
      sessions: [session, { ...session, id: 'ses_2', current: true }],
      providers: [{ name: EVIL, connect: 'login/oidc/lab?next=%2Faccount' }, { name: 'Other' }],
    },
    ...{ says: 'Only the newest sessions are shown.', sendsTo: '../account/sign-out' },
  },
  'the code of a program': {
    page: { page: 'deviceCode', token: 't', code: EVIL, notice: EVIL },
    ...{ says: 'Enter the code that the program shows', sendsTo: '../device' },
  },
  'a program': {
    page: {
      ...{ page: 'device', token: 't', code: EVIL, clientName: EVIL, address: EVIL, ageMinutes: 1, workspace: EVIL },
    },
    ...{ says: '1 minute ago', sendsTo: '../device/decision' },
  },
  'an invitation': {
    page: {
      ...{ page: 'invitation', token: 't', t: EVIL, action: '/invitations/accept', workspace: EVIL, role: EVIL },
      ...{ email: EVIL, inviter: { name: EVIL, email: EVIL } },
    },
    ...{ says: 'invites you to the workspace', sendsTo: '/invitations/accept' },
  },
  'mails to switch off': {
    page: { page: 'switchOff', action: '/notices/off?t=1', email: EVIL, what: EVIL },
    ...{ says: 'then gets no mail when', sendsTo: '/notices/off?t=1' },
  },
  'a message': {
    page: { page: 'message', title: EVIL, message: EVIL, link: { path: 'login', text: 'To the sign-in page' } },
    says: 'To the sign-in page',
  },
};

describe('the pages on which people sign in and confirm', () => {
  it.each(Object.entries(pages))('%s', async (_, { page, says, sendsTo }) => {
    const body = await render(page);
    expect(textOf(body)).toContain(says);
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(body).toContain('<a class="skip" href="#content">');
    expect(body).not.toContain('<script>alert');
    if (sendsTo) expect(body).toContain(`<form method="post" action="${sendsTo}"`);
    const forms = body.match(/<form [^>]*method="post"/g)?.length ?? 0;
    const tokens = body.match(/name="token" value="t"/g)?.length ?? 0;
    expect(tokens).toBe('token' in page ? forms : 0);
  });
});
