import type { Role } from '@rotamer/api/operation/access.ts';
import { pagesApp } from '@rotamer/http/testing/pagesApp.ts';
import { testShowPage } from '@rotamer/http/testing/testRenderPage.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { mailTable } from '@rotamer/kit/mail/mailTable.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import { sendMails } from '@rotamer/kit/mail/sendMails.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { createMembers } from '../access/members.ts';
import { createInvitationLinks } from '../invitations/invitationLinks.ts';
import { createInvitations } from '../invitations/invitations.ts';
import { mailTemplates } from '../mailTemplates.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { testAudit } from '../testing/testAudit.ts';
import { testNotices } from '../testing/testNotices.ts';
import { invitationPages } from './invitationPages.ts';

const publicUrl = 'https://rotamer.example';
const secret = 'secret of the tests';
const workspaceId = 'ws_1';

/** A workspace with an owner and an admin on a real database, the pages, and the mails that are sent. */
async function world(workspaceName = 'Enzyme group') {
  const { db } = await accountsDatabase();
  let now = new Date();
  const clock = () => now;
  const signals = { send: () => {} };
  const members = createMembers({ db, signals, clock });
  const notices = testNotices();
  const invitations = createInvitations({
    ...{ db, signals, clock },
    wantsMail: (email) => notices.wants(email, 'invitation'),
  });
  const join_ = async (email: string, role: Role) => {
    const { id } = await ensureUser(db, newId('usr', now), email);
    await addMember(db, workspaceId, id, role);
    return id;
  };
  const [owner, admin] = [await join_('ada@example.org', 'owner'), await join_('carl@example.org', 'admin')];
  const links = createInvitationLinks({ publicUrl, secret });
  let signedIn: string | undefined;
  const audit = testAudit();
  const app = await pagesApp((pages) =>
    invitationPages(pages, {
      ...{ invitations, links, publicUrl, audit, clock },
      workspaces: { recent: async () => Workspace.fromPartial({ id: workspaceId, name: workspaceName }) },
      show: testShowPage,
      formToken: () => 'token',
      isOwnForm: (_, token) => token === 'token',
      signedInAs: async () => signedIn,
      goOn: (_, reply) => reply.redirect('../w', 303),
      complete: async (_, reply, who) => reply.send(who),
    }),
  );
  const who = (byUserId: string) => ({ workspaceId, workspaceName, byUserId });
  const invite = (byUserId: string, email = 'bob@example.org', role: Role = 'member', days = 7) =>
    invitations.invite(who(byUserId), { email, role, days });
  const mailed = async () => {
    const sent: Mail[] = [];
    const queue = mailTable(db, mailTemplates({ publicUrl, secret }));
    await sendMails({ queue, mailer: { send: async (mail) => void sent.push(mail) }, log: quietLog });
    return sent;
  };
  const tokenIn = ({ text }: Mail) => /invitations\/(\S+)/.exec(text)![1]!;
  const open = (t: string) => app.inject(`/invitations/${t}`);
  const accept = (t: string, token = 'token') =>
    app.inject({
      ...{ method: 'POST', url: '/invitations/accept' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token, t }).toString(),
    });
  const rolesOf = async () => {
    const { rows } = await members.list(workspaceId, '', 100);
    return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
  };
  return {
    ...{ db, audit, members, notices, invitations, owner, admin, who, invite, mailed, tokenIn, open, accept, rolesOf },
    pass: (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000);
    },
    signIn: (email: string) => {
      signedIn = email;
    },
  };
}

const forbidden = { code: 'forbidden' };
const conflict = { code: 'conflict' };

describe('an invitation', () => {
  it('makes the person with the address a member, once, after a page that shows all of it', async () => {
    const { invite, mailed, tokenIn, open, accept, rolesOf, admin } = await world();
    await invite(admin);
    const [mail] = await mailed();
    expect(mail).toMatchObject({
      to: 'bob@example.org',
      subject: 'carl@example.org invites you to Enzyme group on Rotamer',
    });
    const t = tokenIn(mail!);
    // Programs that scan mails open links.
    for (let scan = 0; scan < 3; scan++) {
      const { statusCode, body } = await open(t);
      expect(statusCode).toBe(200);
      for (const shown of ['Enzyme group', 'carl@example.org', 'member', 'bob@example.org'])
        expect(body).toContain(shown);
    }
    expect(await rolesOf()).not.toHaveProperty('bob@example.org');
    expect((await accept(t)).json()).toMatchObject({ userId: expect.stringMatching(/^usr_/), workspaceId });
    expect(await rolesOf()).toMatchObject({ 'bob@example.org': 'member' });
    const again = await accept(t);
    expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('was accepted before')]);
  });

  it('that was accepted leads its person on who is signed in', async () => {
    const { invite, mailed, tokenIn, open, accept, signIn, owner } = await world();
    await invite(owner);
    const t = tokenIn((await mailed())[0]!);
    await accept(t);
    signIn('bob@example.org');
    for (const again of [await accept(t), await open(t)])
      expect([again.statusCode, again.headers.location]).toEqual([303, '../w']);
  });

  it('is recorded when it is accepted, without the address and the token, and not when it is sent again', async () => {
    const { audit, invite, mailed, tokenIn, accept, owner } = await world();
    const { id } = await invite(owner);
    const t = tokenIn((await mailed())[0]!);
    const { userId } = (await accept(t)).json();
    for (let n = 0; n < 3; n++) await accept(t);
    expect(audit.entries).toEqual([
      expect.objectContaining({
        ...{ chain: workspaceId, action: 'invitation.accepted', resourceType: 'invitation', resourceId: id },
        ...{ outcome: 'ok', facts: JSON.stringify({ role: 'member', user_id: userId }), address: '127.0.0.1' },
      }),
    ]);
    expect(JSON.stringify(audit.entries)).not.toMatch(new RegExp(`bob@|${t.split('.')[1]}`));
  });

  it('is accepted once when its form is sent several times at once', async () => {
    const { invite, mailed, tokenIn, accept, owner } = await world();
    await invite(owner, 'bob@example.org', 'owner');
    const t = tokenIn((await mailed())[0]!);
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => accept(t)))).map((one) => one.statusCode);
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('is refused when any part of its token is changed, or belongs to another invitation', async () => {
    const { invite, mailed, tokenIn, open, accept, owner, rolesOf } = await world();
    await invite(owner);
    await invite(owner, 'eve@example.org', 'viewer');
    const [ofBob, ofEve] = (await mailed()).map(tokenIn) as [string, string];
    const [bobId, bobSignature] = ofBob.split('.') as [string, string];
    const [, eveSignature] = ofEve.split('.') as [string, string];
    const unknown = newId('inv', new Date());
    for (const forged of [
      ...[bobId, `${bobId}.`, `${bobId}.${bobSignature.slice(1)}`, `${bobId}.${eveSignature}`],
      ...[`${unknown}.${bobSignature}`, 'x', `.${bobSignature}`],
    ]) {
      expect((await open(forged)).statusCode, forged).toBe(409);
      expect((await accept(forged)).statusCode, forged).toBe(409);
    }
    expect((await accept(ofBob, 'forged')).statusCode).toBe(409);
    expect(Object.keys(await rolesOf()).sort()).toEqual(['ada@example.org', 'carl@example.org']);
  });

  it('is refused to a person who is signed in with another address', async () => {
    const { invite, mailed, tokenIn, open, accept, signIn, owner } = await world();
    await invite(owner);
    const t = tokenIn((await mailed())[0]!);
    signIn('eve@example.org');
    expect((await open(t)).body).toContain('signed in as eve@example.org');
    expect((await accept(t)).statusCode).toBe(409);
    signIn('bob@example.org');
    expect((await accept(t)).statusCode).toBe(200);
  });

  it('is refused when it has expired, and works again after it was sent again', async () => {
    const { invite, invitations, who, mailed, tokenIn, open, accept, pass, owner } = await world();
    const { id } = await invite(owner, 'bob@example.org', 'member', 1);
    const t = tokenIn((await mailed())[0]!);
    pass(1);
    expect((await open(t)).body).toContain('has expired');
    expect((await accept(t)).statusCode).toBe(409);
    expect(await invitations.resend(who(owner), id)).toMatchObject({ sends: 2 });
    expect((await accept(t)).statusCode).toBe(200);
  });

  it('is refused when it was withdrawn', async () => {
    const { invite, invitations, who, mailed, tokenIn, accept, owner, admin } = await world();
    const { id } = await invite(owner);
    const t = tokenIn((await mailed())[0]!);
    await invitations.withdraw(who(admin), id);
    expect((await accept(t)).body).toContain('was withdrawn');
    await expect(invitations.resend(who(owner), id)).rejects.toMatchObject(conflict);
  });

  it.each([
    ['is removed', undefined],
    ['is demoted', 'member' as const],
  ])('is refused when the person who invites %s', async (_, role) => {
    const { invite, members, mailed, tokenIn, accept, open, rolesOf, admin } = await world();
    await invite(admin);
    const t = tokenIn((await mailed())[0]!);
    const named = { workspaceId, userId: admin };
    await (role ? members.setRole({ ...named, role }, '') : members.remove(named, ''));
    expect((await open(t)).body).toContain('may not invite');
    expect((await accept(t)).statusCode).toBe(409);
    expect(await rolesOf()).not.toHaveProperty('bob@example.org');
  });

  it('makes no owner when the owner who invites became an admin', async () => {
    const { db, invite, members, mailed, tokenIn, accept, owner, admin } = await world();
    await invite(owner, 'bob@example.org', 'owner');
    const t = tokenIn((await mailed())[0]!);
    await members.setRole({ workspaceId, userId: admin, role: 'owner' }, '');
    await db.query(`update memberships set role = 'admin' where user_id = $1`, [owner]);
    expect((await accept(t)).statusCode).toBe(409);
  });

  it('is in no table with its token', async () => {
    const { db, invite, mailed, tokenIn, owner } = await world();
    await invite(owner);
    const rows = JSON.stringify([
      (await db.query('select * from mails')).rows,
      (await db.query('select * from invitations')).rows,
    ]);
    expect(rows).not.toContain(tokenIn((await mailed())[0]!).split('.')[1]);
  });
});

describe('inviting', () => {
  it('needs the role admin, and the role owner for an owner', async () => {
    const { db, invite, admin } = await world();
    await expect(invite(admin, 'bob@example.org', 'owner')).rejects.toMatchObject(forbidden);
    const { id } = await ensureUser(db, newId('usr', new Date()), 'eve@example.org');
    await addMember(db, workspaceId, id, 'member');
    await expect(invite(id)).rejects.toMatchObject(forbidden);
  });

  it('is refused for a member, and for an address with an open invitation', async () => {
    const { invite, invitations, owner, pass } = await world();
    await expect(invite(owner, 'carl@example.org')).rejects.toMatchObject(conflict);
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => invite(owner)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    pass(7);
    await invite(owner);
    expect((await invitations.list(workspaceId, false, '', 10)).rows).toHaveLength(1);
    expect((await invitations.list(workspaceId, true, '', 10)).rows).toHaveLength(2);
  });

  it('ends at 50 invitations in a day, also for concurrent ones, and at 5 mails for each', async () => {
    const { invite, invitations, who, owner, pass, db } = await world();
    const { id } = await invite(owner, 'first@example.org');
    for (let sends = 2; sends <= 5; sends++) expect(await invitations.resend(who(owner), id)).toMatchObject({ sends });
    await expect(invitations.resend(who(owner), id)).rejects.toMatchObject(conflict);
    await db.query(
      `insert into invitations (id, workspace_id, email, role, invited_by, created_at, sent_at, expires_at)
       select 'inv_' || i, $1, i || '@example.org', 'viewer', $2, now(), now(), now() from generate_series(1, 46) i`,
      [workspaceId, owner],
    );
    const made = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => invite(owner, `more${n}@example.org`)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    pass(1.01);
    await invite(owner, 'tomorrow@example.org');
  });

  it('shows and changes no invitation of another workspace', async () => {
    const { invite, invitations, owner, db } = await world();
    const { id } = await invite(owner);
    await addMember(db, 'ws_2', owner, 'owner');
    const foreign = { workspaceId: 'ws_2', workspaceName: 'Other', byUserId: owner };
    await expect(invitations.resend(foreign, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(invitations.withdraw(foreign, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await invitations.list('ws_2', true, '', 10)).rows).toEqual([]);
  });

  it('keeps names out of headers, and mail programs from executing or linking them', async () => {
    const evil = 'Win\r\nBcc: all@example.org <b>https://evil.example/x</b>';
    const { invite, members, mailed, owner } = await world(evil);
    await members.setName({ workspaceId, userId: owner, name: 'www.evil.example boss@bank.example\u202e' });
    await invite(owner);
    const [mail] = await mailed();
    expect(mail!.subject).not.toMatch(/[\r\n\u202e]/);
    const links = mail!.text.match(/https?:\/\/\S+|www\.\S+/g)!;
    for (const link of links) expect(link).toMatch(/^https:\/\/rotamer\.example/);
    expect(mail!.text).toContain('(ada@example.org) invites');
    expect(mail!.text).not.toContain('boss@bank.example');
  });
});

it('has a link that switches invitations off for its address, and then sends none', async () => {
  const { notices, invite, mailed, owner, invitations } = await world();
  await invite(owner);
  const [mail] = await mailed();
  expect(mail!.text).toContain(`To switch such mails off, open ${mail!.unsubscribe}`);
  const off = createOffLinks({ publicUrl, secret }).read(new URL(mail!.unsubscribe!).searchParams.get('t')!);
  expect(off).toEqual({ email: 'bob@example.org', kind: 'invitation' });
  await notices.switchOff('bob@example.org', 'invitation');
  await invitations.resend(
    { workspaceId, workspaceName: 'Enzyme group', byUserId: owner },
    (await invitations.list(workspaceId, false, '', 10)).rows[0]!.id,
  );
  expect(await mailed()).toEqual([]);
});
