import { describe, expect, it } from 'vitest';
import { applyRules, decideUser, followRules } from './decideSignIn.ts';
import type { Person } from './person.ts';
import type { Rule } from './providers.ts';

const person = (over: Partial<Person> = {}): Person => ({
  ...{ subject: 'ada', email: 'ada@example.org', emailVerified: true, groups: ['chemists'] },
  ...over,
});
const rule = (over: Partial<Rule>): Rule => ({ everyone: false, ...over });
const gives = (workspaceId: string, role: 'viewer' | 'member' | 'admin') => ({ membership: { workspaceId, role } });

describe('the rules of a provider', () => {
  it.each([
    ['the domain of a verified address', { emailDomains: ['example.org'] }, person(), true],
    ['a domain that ends like it', { emailDomains: ['ample.org'] }, person(), false],
    ['a subdomain', { emailDomains: ['example.org'] }, person({ email: 'ada@lab.example.org' }), false],
    [
      'a domain before the last @',
      { emailDomains: ['example.org'] },
      person({ email: 'ada@example.org@evil.example' }),
      false,
    ],
    ['the domain of an unverified address', { emailDomains: ['example.org'] }, person({ emailVerified: false }), false],
    ['a domain without an address', { emailDomains: ['example.org'] }, person({ email: undefined }), false],
    ['one of the groups', { groups: ['physicists', 'chemists'] }, person(), true],
    ['a group in another case', { groups: ['Chemists'] }, person(), false],
    ['a part of a group', { groups: ['chem'] }, person(), false],
    ['a group without the domain', { groups: ['chemists'], emailDomains: ['example.com'] }, person(), false],
    ['everyone', { everyone: true }, person({ email: undefined, groups: [] }), true],
  ])('for %s: %o', (_, one, who, allowed) => {
    expect(applyRules([rule(one)], who).allowed).toBe(allowed);
  });

  it('give the highest role of all rules that match, in each workspace', () => {
    const rules = [
      rule({ everyone: true, ...gives('ws_1', 'viewer') }),
      rule({ groups: ['chemists'], ...gives('ws_1', 'admin') }),
      rule({ everyone: true, ...gives('ws_1', 'member') }),
      rule({ groups: ['others'], ...gives('ws_2', 'admin') }),
      rule({ everyone: true, ...gives('ws_3', 'member') }),
    ];
    expect([...applyRules(rules, person()).roles]).toEqual([
      ['ws_1', 'admin'],
      ['ws_3', 'member'],
    ]);
  });
});

describe('the budgets of rules', () => {
  it('have the largest cap of each period, of the rules that match', () => {
    const budgeted = (workspaceId: string, budget?: object) => ({
      membership: { workspaceId, role: 'member' as const, budget },
    });
    const rules = [
      rule({ everyone: true, ...budgeted('ws_1', { day: 5, month: 50 }) }),
      rule({ groups: ['chemists'], ...budgeted('ws_1', { day: 10, total: 0 }) }),
      rule({ groups: ['others'], ...budgeted('ws_1', { day: 1_000 }) }),
      rule({ everyone: true, ...budgeted('ws_1') }),
      rule({ everyone: true, ...budgeted('ws_2') }),
    ];
    expect([...applyRules(rules, person()).budgets]).toEqual([['ws_1', { day: 10, month: 50, total: 0 }]]);
  });
});

describe('the user who signs in', () => {
  const linking = { linkByEmail: true };
  const strict = { linkByEmail: false };

  it('is known by issuer and subject, with any address', () => {
    const who = person({ email: 'new@example.org', emailVerified: false });
    expect(decideUser(strict, who, false, { byIdentity: 'usr_1', byEmail: 'usr_2' })).toEqual({ known: 'usr_1' });
  });

  it('is a new user for a verified address that nobody has', () => {
    expect(decideUser(strict, person(), true, {})).toEqual({ create: 'ada@example.org' });
  });

  it('is the user with the address only where the setting allows it', () => {
    expect(decideUser(linking, person(), false, { byEmail: 'usr_2' })).toMatchObject({ link: 'usr_2' });
    expect(() => decideUser(strict, person(), true, { byEmail: 'usr_2' })).toThrow('email_taken');
  });

  it('is the user who is signed in with the browser, when the verified address is the same', () => {
    expect(decideUser(strict, person(), false, { byEmail: 'usr_2', signedInAs: 'usr_2' })).toMatchObject({
      link: 'usr_2',
    });
    expect(() => decideUser(strict, person(), true, { byEmail: 'usr_2', signedInAs: 'usr_3' })).toThrow('email_taken');
  });

  it.each([{ emailVerified: false }, { email: undefined }])('is nobody with %o', (over) => {
    expect(() => decideUser(linking, person(over), true, { byEmail: 'usr_2' })).toThrow('email_unverified');
  });

  it('is nobody when no rule allows a new user', () => {
    expect(() => decideUser(linking, person(), false, {})).toThrow('not_allowed');
  });
});

describe('memberships', () => {
  const held = (workspaceId: string, role: 'viewer' | 'member' | 'admin', byRule: boolean) => ({
    workspaceId,
    role,
    byRule,
  });

  it('begin, change and end with the groups, in the order of workspaces', () => {
    const before = [held('ws_3', 'member', true), held('ws_2', 'viewer', true), held('ws_4', 'member', true)];
    const roles = new Map([
      ['ws_2', 'admin'],
      ['ws_4', 'member'],
      ['ws_1', 'member'],
    ] as const);
    expect(followRules(before, roles)).toEqual([
      { workspaceId: 'ws_1', after: 'member' },
      { workspaceId: 'ws_2', before: 'viewer', after: 'admin' },
      { workspaceId: 'ws_3', before: 'member', after: undefined },
    ]);
  });

  it('by invitation stay as they are', () => {
    const before = [held('ws_1', 'member', false), held('ws_2', 'admin', false)];
    expect(followRules(before, new Map([['ws_1', 'viewer']] as const))).toEqual([]);
  });
});
