import { type Static, Type } from 'typebox';
import { roles } from '../operation/access.ts';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** The longest display name of a person, in characters. */
export const MAX_PERSON_NAME = 80;

const example = {
  id: 'usr_01kjmma2g0e9dtsezyywpss2bm',
  object: 'member',
  email: 'ada@example.org',
  name: 'Ada',
  role: 'admin',
  joined_at: '2026-03-01T12:00:00.000Z',
};

/** A member of the workspace. */
export const member = Type.Object(
  {
    id: Type.String({ description: 'The id of the user, the same in every workspace' }),
    object: Type.Literal('member'),
    email: Type.String(),
    name: nullable(Type.String({ description: 'The display name that the user chose' })),
    role: oneOf(roles),
    joined_at: nullable(dateTime()),
  },
  { $id: 'Member', ...strict, examples: [example] },
);

export type PublicMember = Static<typeof member>;

export const memberList = listOf(member, 'MemberList');

/** Body of `PATCH /members/{userId}`. */
export const memberUpdateRequest = Type.Object(
  {
    role: Type.Optional(oneOf(roles, 'Admins change roles; only owners make owners or change the role of one')),
    name: Type.Optional(
      nullable(
        Type.String({ maxLength: MAX_PERSON_NAME, description: 'Your own display name; null or empty removes it' }),
      ),
    ),
  },
  { $id: 'MemberUpdateRequest', ...strict, minProperties: 1, examples: [{ role: 'admin' }] },
);

/** Response of `DELETE /members/{userId}`. */
export const memberRemoval = Type.Object(
  {
    object: Type.Literal('member_removal'),
    id: Type.String(),
    removed: Type.Boolean(),
    revoked_keys: Type.Integer({ minimum: 0, description: 'How many API keys of the member were revoked' }),
  },
  {
    $id: 'MemberRemoval',
    ...strict,
    examples: [{ object: 'member_removal', id: example.id, removed: true, revoked_keys: 2 }],
  },
);
