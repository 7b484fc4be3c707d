import { describe, expect, it } from 'vitest';
import { type Claims, readPerson as read } from './person.ts';

const readPerson = (claims: Claims, groupsClaim: string, trustEmail = false) =>
  read(claims, { groupsClaim, trustEmail });
const claims = { sub: 'ada', email: ' Ada@Example.ORG ', email_verified: true };

describe('a person', () => {
  it('has the address in lower case', () => {
    expect(readPerson(claims, 'groups')).toEqual({
      ...{ subject: 'ada', email: 'ada@example.org', emailVerified: true, groups: [], name: undefined },
    });
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('whose email_verified is %j is verified: %s', (email_verified, expected) => {
    expect(readPerson({ ...claims, email_verified }, 'groups').emailVerified).toBe(expected);
  });

  it.each([
    [undefined, true],
    [null, true],
    [false, false],
    ['false', false],
    [0, false],
  ])('whose email_verified is %j is verified at a trusted provider: %s', (email_verified, expected) => {
    expect(readPerson({ ...claims, email_verified }, 'groups', true).emailVerified).toBe(expected);
  });

  it.each([12, 'ada', 'ada@example.org\nBcc: eve@example.org', `${'a'.repeat(300)}@example.org`])(
    'with the address %j has none',
    (email) => {
      expect(readPerson({ ...claims, email }, 'groups').email).toBeUndefined();
    },
  );

  it.each([undefined, '', 12, 'x'.repeat(256)])('with the subject %j is refused', (sub) => {
    expect(() => readPerson({ ...claims, sub }, 'groups')).toThrow('failed');
  });
});

describe('groups', () => {
  it.each([
    ['a list', 'groups', { groups: ['a', 'b', 3] }, ['a', 'b']],
    ['one text', 'groups', { groups: 'a' }, ['a']],
    ['a path', 'realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['a name with dots', 'https://example.org/groups', { 'https://example.org/groups': ['a'] }, ['a']],
    ['an inherited property', 'constructor.name', {}, []],
    ['no claim', 'groups', {}, []],
    ['null', 'groups', { groups: null }, []],
  ])('are read from %s', (_, name, own, expected) => {
    expect(readPerson({ ...claims, ...own }, name).groups).toEqual(expected);
  });

  it('that the provider left out because there are too many are not taken for none', () => {
    const own = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://example.org' } } };
    expect(() => readPerson({ ...claims, ...own }, 'groups')).toThrow('too_many_groups');
    expect(() => readPerson({ ...claims, groups: Array(1_001).fill('a') }, 'groups')).toThrow('too_many_groups');
  });
});
