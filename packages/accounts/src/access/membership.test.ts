import type { Role } from '@rotamer/api/operation/access.ts';
import { describe, expect, it } from 'vitest';
import { type Membership, refuseLeaderless } from './membership.ts';

const workspace = (...members: [string, Role][]): Membership[] =>
  members.map(([userId, role]) => ({ workspaceId: 'ws_1', userId, role }));

describe('a change of a membership', () => {
  it.each<[string, [string, Role][], string, Role | undefined]>([
    ['removes the last owner', [['ada', 'owner']], 'ada', undefined],
    ['demotes the last owner to admin', [['ada', 'owner']], 'ada', 'admin'],
    [
      'removes the last owner beside an admin',
      [
        ['ada', 'owner'],
        ['bob', 'admin'],
      ],
      'ada',
      undefined,
    ],
    ['removes the last admin where there is no owner', [['ada', 'admin']], 'ada', undefined],
    ['demotes the last admin where there is no owner', [['ada', 'admin']], 'ada', 'member'],
  ])('is refused when it %s', (_, members, userId, role) => {
    expect(() => refuseLeaderless(workspace(...members), userId, role)).toThrow(
      expect.objectContaining({ code: 'conflict', resolution: expect.stringContaining('first') }),
    );
  });

  it.each<[string, [string, Role][], string, Role | undefined]>([
    [
      'removes one of two owners',
      [
        ['ada', 'owner'],
        ['bob', 'owner'],
      ],
      'ada',
      undefined,
    ],
    [
      'removes an admin beside an owner',
      [
        ['ada', 'owner'],
        ['bob', 'admin'],
      ],
      'bob',
      undefined,
    ],
    ['removes a member', [['ada', 'owner']], 'carl', undefined],
    ['keeps the role of the last owner', [['ada', 'owner']], 'ada', 'owner'],
    ['promotes the last admin', [['ada', 'admin']], 'ada', 'owner'],
    ['promotes a member where nobody manages', [], 'carl', 'owner'],
  ])('is allowed when it %s', (_, members, userId, role) => {
    expect(() => refuseLeaderless(workspace(...members), userId, role)).not.toThrow();
  });
});
