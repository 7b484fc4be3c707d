import type { Role } from '@rotamer/api/operation/access.ts';
import { cookieJar, pagesApp } from '@rotamer/http/testing/pagesApp.ts';
import { testShowPage } from '@rotamer/http/testing/testRenderPage.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { BudgetPeriod, SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { createMembers } from '../access/members.ts';
import { insertInvitation } from '../invitations/invitationStore.ts';
import { useState } from '../oidc/identityStore.ts';
import { type Caps, readProviders } from '../oidc/providers.ts';
import { setMemberBudget } from '../oidc/setMemberBudget.ts';
import { type ByRule, type Member, signInPerson } from '../oidc/signInPerson.ts';
import { type TestClaims, testClient, testProvider } from '../oidc/testing/testProvider.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { testAudit } from '../testing/testAudit.ts';
import { oidcPages } from './oidcPages.ts';

const publicUrl = 'https://rotamer.example';
const [lab, library] = ['ws_0000000000000000000000000a', 'ws_0000000000000000000000000b'];
const ada: TestClaims = { email: 'ada@example.org', email_verified: true, groups: ['chemists'] };

const rules = [
  { email_domains: ['example.org'], workspace: lab, role: 'member', budget: { day: 10 } },
  { groups: ['heads'], workspace: lab, role: 'admin' },
  { groups: ['librarians'], workspace: library, role: 'viewer' },
];

/** The pages with one or two providers, on a real database. */
async function world({ linkByEmail = false, trustEmail = false, two = false, signedInAs = '' } = {}) {
  const { db } = await accountsDatabase();
  const people: Record<string, TestClaims> = { ada: { ...ada } };
  const ids = two ? ['lab', 'other'] : ['lab'];
  const servers = await Promise.all(
    ids.map((id) => testProvider({ callbacks: [`${publicUrl}/login/oidc/${id}/callback`], people })),
  );
  const settings = servers.map(({ issuer }, i) => ({
    ...{ id: ids[i], title: 'Lab', issuer, client_id: testClient.id, client_secret: testClient.secret },
    ...{ scopes: 'openid email profile groups', link_by_email: linkByEmail, trust_email: trustEmail, rules },
  }));
  let now = new Date();
  const clock = () => now;
  const signals = { send: () => {} };
  const audit = testAudit();
  const browser = { user: signedInAs };
  const refused: [userId: string, reason: string][] = [];
  const billing = testBilling();
  const needs = {
    db,
    signals,
    clock,
    audit,
    members: createMembers({ db, signals, clock }),
    workspaceExists: async () => true,
    setBudget: (member: Member, caps: Caps, by: ByRule) => setMemberBudget({ billing, audit, clock }, member, caps, by),
  };
  const app = await pagesApp((pages) =>
    oidcPages(pages, {
      ...{ clock, publicUrl, shareSecret: 'secret of the tests' },
      providers: readProviders(JSON.stringify(settings)),
      signIn: (provider, person, from) => signInPerson(needs, provider, person, from),
      useState: (state, endsAt) => useState(db, state, endsAt),
      show: testShowPage,
      complete: async (_, reply, signedIn) => reply.send(signedIn),
      refused: async (_, userId, reason) => void refused.push([userId, reason]),
      signedInAs: async () => browser.user || undefined,
      goOn: (_, reply) => reply.redirect('./account', 303),
    }),
  );
  const get = async (jar: ReturnType<typeof cookieJar>, url: string) => {
    const response = await app.inject({ url, headers: { host: 'rotamer.example', ...jar.header() } });
    jar.keep(response.headers['set-cookie']);
    return response;
  };
  /** Signs in until the provider leads back. Returns the path of the callback. */
  const begin = async (jar: ReturnType<typeof cookieJar>, { provider = 0, subject = 'ada', next = '' } = {}) => {
    const begun = await get(jar, `/login/oidc/${ids[provider]}${next}`);
    const back = new URL(await servers[provider]!.signIn(begun.headers.location!, subject));
    expect(back.origin).toBe(publicUrl);
    return back.pathname + back.search;
  };
  const signIn = async (options = {}) => {
    const jar = cookieJar();
    return await get(jar, await begin(jar, options));
  };
  const memberships = async () =>
    (
      await db.query(
        'select m.workspace_id, m.role, u.email from memberships m join users u on u.id = m.user_id order by 1, 3',
      )
    ).rows.map(({ workspace_id, role, email }) => [workspace_id, role, email]);
  const addUser = async (email: string, workspaceId: string, role: Role) => {
    const { id } = await ensureUser(db, newId('usr', now), email);
    await addMember(db, workspaceId, id, role);
    return id;
  };
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  return { db, audit, billing, browser, refused, people, servers, get, begin, signIn, memberships, addUser, pass };
}

/** Billing with the caps of members, by user and period. */
function testBilling() {
  const caps: SpendingBudget[] = [];
  const state = { isAway: false };
  const answer = <Result>(result: Result) => {
    if (state.isAway) throw new Fault('service_unavailable', 'Billing is unavailable.');
    return result;
  };
  return {
    ...{ caps, state },
    findSpendingBudgets: async () => answer({ budgets: caps }),
    async setSpendingBudget(wanted: object) {
      caps.push(answer(SpendingBudget.fromPartial(wanted)));
      return caps.at(-1)!;
    },
  };
}

describe('the first sign-in', () => {
  it('makes a user and the memberships of the rules, and later ones find that user', async () => {
    const { signIn, memberships, people } = await world();
    const first = await signIn({ next: '?next=/share/job_1' });
    expect(first.json()).toEqual({ userId: expect.stringMatching(/^usr_/), next: '/share/job_1' });
    expect(await memberships()).toEqual([[lab, 'member', 'ada@example.org']]);
    people.ada = { email: 'new@example.org', email_verified: true };
    expect((await signIn()).json().userId).toBe(first.json().userId);
    expect(await memberships()).toEqual([[lab, 'member', 'new@example.org']]);
  });

  it('gives the member the budget of the rule, or no membership while billing is unavailable', async () => {
    const { signIn, memberships, billing, audit } = await world();
    billing.state.isAway = true;
    expect((await signIn()).statusCode).toBeGreaterThanOrEqual(400);
    expect(await memberships()).toEqual([]);
    billing.state.isAway = false;
    const { userId } = (await signIn()).json();
    expect(billing.caps).toMatchObject([{ subjectId: userId, period: BudgetPeriod.DAY, capMillicredits: 10_000 }]);
    await signIn();
    expect(billing.caps).toHaveLength(1);
    const facts = JSON.stringify({
      ...{ cap_credits: 10, period: 'day', provider: 'lab', scope: 'member', subject_id: userId },
    });
    expect(audit.entries.filter(({ action }) => action === 'budget.set')).toMatchObject([{ outcome: 'ok', facts }]);
  });

  it('leaves the budget of a member alone whom an operator added', async () => {
    const { signIn, addUser, billing } = await world({ linkByEmail: true });
    await addUser('ada@example.org', lab, 'member');
    await signIn();
    expect(billing.caps).toEqual([]);
  });

  it.each([
    ['of an address that is not verified', { email_verified: false }, 400, 'no verified e-mail'],
    ['without an address', { email: undefined }, 400, 'no verified e-mail'],
    ['from a domain without a rule', { email: 'ada@example.com' }, 403, 'may not use this installation'],
  ])('%s is refused and leaves nothing', async (_, over, status, text) => {
    const { signIn, people, db } = await world();
    people.ada = { ...ada, ...over };
    const response = await signIn();
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(text)]);
    expect((await db.query('select from users')).rowCount).toBe(0);
  });

  it('with the address of a user is refused, unless a setting links verified addresses', async () => {
    const strict = await world();
    await strict.addUser('ada@example.org', library, 'owner');
    expect((await strict.signIn()).body).toContain('belongs to an account');
    const linking = await world({ linkByEmail: true });
    expect(strict.refused).toEqual([[expect.stringMatching(/^usr_/), 'email_taken']]);
    const id = await linking.addUser('ada@example.org', library, 'owner');
    expect((await linking.signIn()).json().userId).toBe(id);
  });

  it('with an unverified address never links, also with the setting', async () => {
    const { signIn, addUser, people } = await world({ linkByEmail: true });
    await addUser('ada@example.org', library, 'owner');
    people.ada = { ...ada, email_verified: false };
    expect((await signIn()).body).toContain('no verified e-mail');
  });

  it('links the address of the user who is signed in with the browser, and no other address', async () => {
    const { signIn, addUser, browser } = await world();
    const id = await addUser('ada@example.org', library, 'owner');
    browser.user = await addUser('eve@example.org', library, 'owner');
    expect((await signIn()).body).toContain('belongs to an account');
    browser.user = id;
    expect((await signIn()).json().userId).toBe(id);
    browser.user = '';
    expect((await signIn()).json().userId).toBe(id);
  });

  it('without email_verified is for a provider whose addresses are trusted, and false never is', async () => {
    const { signIn, people } = await world({ trustEmail: true });
    people.ada = { ...ada, email_verified: false };
    expect((await signIn()).body).toContain('no verified e-mail');
    people.ada = { email: 'ada@example.org' };
    expect((await signIn()).statusCode).toBe(200);
  });

  it('of an invited person whom no rule lets in points to the mail with the invitation', async () => {
    const { signIn, addUser, people, db } = await world();
    const invitedBy = await addUser('owner@example.org', lab, 'owner');
    people.ada = { email: 'ada@example.com', email_verified: true };
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
    const invitation = { workspaceId: lab, email: 'ada@example.com', role: 'member' as const, invitedBy };
    expect((await signIn()).body).toContain('may not use this installation');
    await insertInvitation(db, { id: newId('inv', createdAt), ...invitation, createdAt, expiresAt });
    const response = await signIn();
    expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining('Open the link in the mail')]);
  });

  it('at two providers at once with one address makes one user', async () => {
    const { signIn, db } = await world({ two: true });
    const responses = await Promise.all([signIn({ provider: 0 }), signIn({ provider: 1 })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await db.query('select from users')).rowCount).toBe(1);
    expect((await db.query('select from identities')).rowCount).toBe(1);
  });
});

describe('the address and the name of a user', () => {
  const userOf = async ({ db }: Awaited<ReturnType<typeof world>>) =>
    (await db.query('select email, name from users')).rows;

  it('are those at the provider, and a name that the person chose stays', async () => {
    const one = await world();
    one.people.ada = { ...ada, name: 'Ada Lovelace\n' };
    await one.signIn();
    expect(await userOf(one)).toEqual([{ email: 'ada@example.org', name: 'Ada Lovelace' }]);
    await one.db.query(`update users set name = 'Countess'`);
    one.people.ada = { ...ada, name: 'Ada King', email: 'ada.king@example.org' };
    await one.signIn();
    expect(await userOf(one)).toEqual([{ email: 'ada.king@example.org', name: 'Countess' }]);
    expect(one.audit.entries.at(-1)).toMatchObject({ action: 'member.changed', outcome: 'ok' });
    expect(JSON.stringify(one.audit.entries)).not.toContain('king');
  });

  it('stay when the new address is not verified or belongs to another user', async () => {
    const one = await world();
    await one.signIn();
    await ensureUser(one.db, newId('usr', new Date()), 'taken@example.org');
    for (const claims of [{ email: 'taken@example.org' }, { email: 'new@example.org', email_verified: false }]) {
      one.people.ada = { ...ada, ...claims };
      await one.signIn();
      expect(await userOf(one)).toContainEqual({ email: 'ada@example.org', name: null });
    }
  });

  it('do not change to and fro between two providers that give two addresses', async () => {
    const { signIn, people, db, browser } = await world({ two: true });
    const { userId } = (await signIn()).json();
    browser.user = userId;
    await signIn({ provider: 1 });
    people.ada = { ...ada, email: 'ada@example.com' };
    await signIn({ provider: 1 });
    people.ada = { ...ada };
    await signIn({ provider: 0 });
    expect((await db.query('select email from users')).rows).toEqual([{ email: 'ada@example.com' }]);
  });
});

describe('roles', () => {
  it('follow the groups at each sign-in', async () => {
    const { signIn, memberships, people, addUser } = await world();
    await addUser('owner@example.org', lab, 'owner');
    await signIn();
    people.ada = { ...ada, groups: ['heads', 'librarians'] };
    await signIn();
    expect(await memberships()).toContainEqual([lab, 'admin', 'ada@example.org']);
    expect(await memberships()).toContainEqual([library, 'viewer', 'ada@example.org']);
    people.ada = { ...ada, groups: [] };
    await signIn();
    expect(await memberships()).toEqual([
      [lab, 'member', 'ada@example.org'],
      [lab, 'owner', 'owner@example.org'],
    ]);
  });

  it('are recorded when they begin, change and end, and not when they stay', async () => {
    const { signIn, audit, people, addUser } = await world();
    await addUser('owner@example.org', lab, 'owner');
    const { userId } = (await signIn()).json();
    await signIn();
    people.ada = { ...ada, groups: ['heads'] };
    await signIn();
    people.ada = { email: 'ada@example.com', email_verified: true };
    await signIn();
    const ofMember = audit.entries.filter(({ action }) => action.startsWith('member.'));
    expect(ofMember.map(({ action, outcome, facts }) => [action, outcome, facts])).toEqual([
      ['member.added', 'ok', '{"provider":"lab","role":"member"}'],
      ['member.changed', 'ok', '{"provider":"lab","role":"admin"}'],
      ['member.changed', 'ok', '{"changed":"email","provider":"lab"}'],
      ['member.removed', 'ok', '{"provider":"lab"}'],
    ]);
    const member = { chain: lab, actor: { kind: 'system', userId: null, keyId: null }, resourceId: userId };
    for (const entry of ofMember) expect(entry).toMatchObject(member);
    expect(JSON.stringify(audit.entries)).not.toContain('ada@');
  });

  it('end with the last group, and the person is then refused', async () => {
    const { signIn, memberships, people, addUser, refused } = await world();
    await addUser('owner@example.org', lab, 'owner');
    const { userId } = (await signIn()).json();
    people.ada = { email: 'ada@example.com', email_verified: true };
    expect((await signIn()).statusCode).toBe(403);
    expect(refused).toEqual([[userId, 'not_allowed']]);
    expect(await memberships()).toEqual([[lab, 'owner', 'owner@example.org']]);
  });

  it('of an invitation stay when no group allows them', async () => {
    const { signIn, memberships, people, addUser } = await world({ linkByEmail: true });
    await addUser('ada@example.org', library, 'admin');
    await signIn();
    people.ada = { ...ada, email: 'ada@example.com' };
    expect((await signIn()).statusCode).toBe(200);
    expect(await memberships()).toEqual([[library, 'admin', 'ada@example.com']]);
  });

  it('of the last admin of a workspace stay, so that the workspace has one', async () => {
    const { signIn, memberships, people } = await world();
    people.ada = { ...ada, groups: ['heads'] };
    await signIn();
    people.ada = { ...ada, groups: [] };
    expect((await signIn()).statusCode).toBe(200);
    expect(await memberships()).toEqual([[lab, 'admin', 'ada@example.org']]);
  });
});

describe('a callback', () => {
  const stale = 'This sign-in is over';

  it('is accepted once', async () => {
    const { begin, get } = await world();
    const jar = cookieJar();
    const back = await begin(jar);
    const thief = cookieJar();
    thief.keep(jar.header().cookie);
    expect((await get(jar, back)).statusCode).toBe(200);
    for (const again of [jar, thief]) expect((await get(again, back)).body).toContain(stale);
  });

  it('that is repeated leads a browser on that is signed in', async () => {
    const { begin, get, browser } = await world();
    const jar = cookieJar();
    const back = await begin(jar);
    browser.user = (await get(jar, back)).json().userId;
    const again = await get(jar, back);
    expect([again.statusCode, again.headers.location]).toEqual([303, './account']);
  });

  it('is refused in another browser, so that nobody can sign a victim in as themselves', async () => {
    const { begin, get } = await world();
    const back = await begin(cookieJar());
    expect((await get(cookieJar(), back)).body).toContain(stale);
  });

  it('is refused with the cookie of another sign-in, a changed state, or none', async () => {
    const { begin, get } = await world();
    const jar = cookieJar();
    const back = await begin(jar);
    const other = cookieJar();
    await begin(other);
    expect((await get(other, back)).body).toContain(stale);
    for (const url of [back.replace(/state=[^&]+/, 'state=x'), back.replace(/state=[^&]+/, ''), `${back}&state=y`])
      expect((await get(jar, url)).body).toContain(stale);
  });

  it('is refused 10 minutes after the sign-in began', async () => {
    const { begin, get, pass } = await world();
    const jar = cookieJar();
    const back = await begin(jar);
    pass(600);
    expect((await get(jar, back)).body).toContain(stale);
  });

  it('is refused at the path of another provider', async () => {
    const { begin, get } = await world({ two: true });
    const jar = cookieJar();
    const back = await begin(jar);
    expect((await get(jar, back.replace('/lab/', '/other/'))).body).toContain(stale);
  });

  it('is independent of sign-ins in other tabs, of which five are kept', async () => {
    const { begin, get } = await world();
    const jar = cookieJar();
    const backs = [await begin(jar), await begin(jar)];
    for (const back of backs) expect((await get(jar, back)).statusCode).toBe(200);
    for (let tab = 0; tab < 8; tab++) await get(jar, '/login/oidc/lab');
    expect(jar.names().length).toBeLessThanOrEqual(5);
  });
});

it('returns a page when the provider is down', async () => {
  const { servers, get } = await world();
  servers[0]!.broken.set('/.well-known/openid-configuration', 'error');
  const response = await get(cookieJar(), '/login/oidc/lab');
  expect([response.statusCode, response.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(response.body).toContain('does not respond');
});

it('never returns to another site', async () => {
  const { signIn } = await world();
  expect((await signIn({ next: '?next=//evil.example/' })).json().next).toBe('/');
});

it('has no page for a provider that is not configured', async () => {
  const { get } = await world();
  for (const path of ['', '/callback', '/sign-out'])
    expect((await get(cookieJar(), `/login/oidc/nobody${path}`)).statusCode).toBe(404);
});
