import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShareLinks } from './shareLinks.ts';
import {
  answerVisitor,
  decideSharing,
  isUnchanged,
  MAX_SHARES,
  mayShare,
  normaliseEmail,
  type Sharing,
  type SharingChange,
  type Visibility,
} from './sharing.ts';

const visibilities: Visibility[] = ['PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED'];
const sharing = (visibility: Visibility, ...emails: string[]): Sharing => ({
  visibility,
  shares: emails.map((email) => ({ id: `shr_${email}`, email })),
});
const change = (fields: Partial<SharingChange>): SharingChange => ({ addInvites: [], removeInvites: [], ...fields });
const now = new Date('2026-03-01T12:00:00Z');
const [earlier, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const decide = (before: Sharing, wanted: SharingChange) => decideSharing(before, wanted, now);

describe('invitations', () => {
  it.each(visibilities.flatMap((current) => [undefined, ...visibilities].map((asked) => [current, asked] as const)))(
    'to a job with visibility %s, changed to %s',
    (current, asked) => {
      const invite = () => decide(sharing(current), change({ visibility: asked, addInvites: ['ada@example.org'] }));
      if (current === 'INVITED' || asked === 'INVITED') {
        expect(invite()).toEqual({ visibility: asked ?? current, added: ['ada@example.org'], removed: [] });
      } else {
        expect(invite).toThrow(/^add_invites: /);
      }
    },
  );

  it('are for persons, regardless of the spelling of their addresses', () => {
    const before = sharing('INVITED', 'ada@example.org');
    const addInvites = [' Ada@Example.ORG', 'bob@example.org', 'BOB@example.org '];
    expect(decide(before, change({ addInvites })).added).toEqual(['bob@example.org']);
  });

  it('of persons who are already invited are accepted for any job', () => {
    const before = sharing('PUBLIC', 'ada@example.org');
    const again = decide(before, change({ addInvites: ['ada@example.org'] }));
    expect(isUnchanged(before, again)).toBe(true);
  });

  it('are added and removed in one request, but not for the same person', () => {
    const before = sharing('INVITED', 'ada@example.org');
    const swap = change({ addInvites: ['bob@example.org'], removeInvites: ['ADA@example.org', 'eve@example.org'] });
    expect(decide(before, swap)).toMatchObject({ added: ['bob@example.org'], removed: before.shares });
    const both = change({ addInvites: ['ada@example.org'], removeInvites: ['x@example.org', 'Ada@example.org'] });
    expect(() => decide(before, both)).toThrow('remove_invites[1]: is also in add_invites');
  });

  it('have a limit per job', () => {
    const full = sharing('INVITED', ...Array.from({ length: MAX_SHARES }, (_, i) => `${i}@example.org`));
    const one = change({ addInvites: ['ada@example.org'] });
    expect(() => decide(full, one)).toThrow(/^add_invites: .*1000/);
    expect(decide(full, { ...one, removeInvites: ['0@example.org'] }).added).toHaveLength(1);
  });

  it('accept addresses with 64 characters before the @, and refuse longer ones', () => {
    const address = (length: number) => `${'a'.repeat(length)}@example.org`;
    const invite = (length: number) =>
      decide(sharing('INVITED'), change({ addInvites: ['ada@example.org', ` ${address(length)} `] }));
    expect(invite(64).added).toContain(address(64));
    expect(() => invite(65)).toThrow(/^add_invites\[1\]: has more than 64/);
  });
});

describe('the end of sharing', () => {
  const ending = (expiresAt: Date | undefined, ...emails: string[]) => ({
    ...sharing('INVITED', ...emails),
    expiresAt,
  });

  it('is set, kept by other changes, moved, and taken away', () => {
    expect(decide(ending(undefined), change({ expiresAt: later })).expiresAt).toEqual(later);
    expect(decide(ending(later), change({ addInvites: ['ada@example.org'] })).expiresAt).toEqual(later);
    expect(decide(ending(later), change({ expiresAt: new Date(later.getTime() + 1) })).expiresAt).not.toEqual(later);
    expect(decide(ending(later), change({ expiresAt: null })).expiresAt).toBeUndefined();
  });

  it('goes with the sharing: a job that becomes private has none', () => {
    expect(decide(ending(later), change({ visibility: 'PRIVATE' })).expiresAt).toBeUndefined();
    expect(decide(ending(earlier), change({ visibility: 'PRIVATE' })).expiresAt).toBeUndefined();
  });

  it('is refused in the past, unless a repeat says what is so already', () => {
    for (const expiresAt of [now, earlier]) {
      expect(() => decide(ending(undefined), change({ expiresAt }))).toThrow('expires_at: is in the past');
    }
    const over = ending(earlier, 'ada@example.org');
    expect(isUnchanged(over, decide(over, change({ expiresAt: earlier, addInvites: ['ada@example.org'] })))).toBe(true);
    expect(decide(over, change({ removeInvites: ['ada@example.org'] })).removed).toHaveLength(1);
  });

  it('that is past refuses more sharing until it is moved, so that nobody gets a dead link', () => {
    for (const more of [{ addInvites: ['ada@example.org'] }, { visibility: 'PUBLIC' as const }]) {
      expect(() => decide(ending(earlier), change(more))).toThrow(/^expires_at: sharing ended at 2026-03-01T11:59:59/);
      expect(decide(ending(earlier), change({ ...more, expiresAt: later })).expiresAt).toEqual(later);
      expect(decide(ending(earlier), change({ ...more, expiresAt: null })).expiresAt).toBeUndefined();
    }
  });
});

describe('a change', () => {
  const email = fc.constantFrom('ada@example.org', 'Ada@example.org ', 'bob@example.org', 'eve@example.org');
  const emails = fc.array(email, { maxLength: 4 });
  const anySharing = fc
    .tuple(
      fc.constantFrom(...visibilities),
      fc.uniqueArray(email, { selector: normaliseEmail }),
      fc.constantFrom(undefined, earlier, later),
    )
    .map(([visibility, known, expiresAt]) => ({ ...sharing(visibility, ...known.map(normaliseEmail)), expiresAt }));
  const anyChange = fc.record({
    visibility: fc.option(fc.constantFrom(...visibilities), { nil: undefined }),
    expiresAt: fc.constantFrom(undefined, null, later, earlier),
    addInvites: emails,
    removeInvites: emails,
  });

  /** Returns the stored sharing after a decision; undefined when the change was refused. */
  function apply(before: Sharing, wanted: SharingChange): Sharing | undefined {
    try {
      const { visibility, expiresAt, added, removed } = decide(before, wanted);
      const kept = before.shares.filter((share) => !removed.includes(share));
      return {
        visibility,
        expiresAt,
        shares: [...kept, ...added.map((address) => ({ id: `shr_${address}`, email: address }))],
      };
    } catch {
      return undefined;
    }
  }

  it('changes nothing when repeated, and lists each person once', () => {
    fc.assert(
      fc.property(anySharing, anyChange, (before, wanted) => {
        const after = apply(before, wanted);
        if (!after) return;
        const addresses = after.shares.map((share) => share.email);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(isUnchanged(after, decide(after, wanted))).toBe(true);
        for (const one of wanted.addInvites) expect(addresses).toContain(normaliseEmail(one));
        for (const one of wanted.removeInvites) expect(addresses).not.toContain(normaliseEmail(one));
      }),
    );
  });
});

describe('the permission to change sharing', () => {
  it.each([
    ['owner', 'usr_2', true],
    ['admin', 'usr_2', true],
    ['member', 'usr_1', true],
    ['member', 'usr_2', false],
    ['viewer', 'usr_1', false],
    ['', 'usr_1', false],
  ])('for the %s %s and a job of usr_1 is %s', (role, userId, allowed) => {
    expect(mayShare({ role, userId }, 'usr_1')).toBe(allowed);
  });
});

describe('a visitor', () => {
  it.each([
    ['PUBLIC', 'job', 'job', 'job'],
    ['AUTHENTICATED', 'signIn', 'job', 'signIn'],
    ['INVITED', 'nothing', 'nothing', 'job'],
    ['PRIVATE', 'nothing', 'nothing', 'nothing'],
  ] as const)('of a job that is %s gets %s; signed in %s; with an invitation %s', (visibility, ...answers) => {
    const visitors = [
      { invited: false, signedIn: false },
      { invited: false, signedIn: true },
      { invited: true, signedIn: false },
    ];
    const answersUntil = (expiresAt?: Date) =>
      visitors.map((visitor) => answerVisitor({ visibility, expiresAt }, visitor, now));
    expect(answersUntil()).toEqual(answers);
    expect(answersUntil(later)).toEqual(answers);
    for (const past of [now, earlier]) expect(answersUntil(past)).toEqual(['nothing', 'nothing', 'nothing']);
  });
});

describe('the token of an invitation', () => {
  it('is made with a key that signs nothing else', () => {
    const secret = 'shared with the gateway';
    const links = createShareLinks({ publicUrl: 'https://rotamer.example', secret });
    const token = new URL(links.link('job_1', 'shr_1')).searchParams.get('t')!;
    expect(links.opens(token, 'shr_1')).toBe(true);
    expect(links.opens(createHmac('sha256', secret).update('shr_1').digest('base64url'), 'shr_1')).toBe(false);
  });
});
