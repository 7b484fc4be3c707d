import { type Static, Type } from 'typebox';
import { roles, scopes } from '../operation/access.ts';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** How a person signed in. */
export const signInMethods = ['local_link', 'mail_link', 'oidc', 'device', 'invitation'] as const;

export type SignInMethod = (typeof signInMethods)[number];

const person = Type.Object({ id: Type.String(), email: Type.String(), name: nullable(Type.String()) }, strict);

const examplePerson = { id: 'usr_01kjmma2g0e9dtsezyywpss2bm', email: 'ada@example.org', name: 'Ada' };

/** The credential of a request: a session, or an API key. */
export const currentSession = Type.Object(
  {
    object: Type.Literal('current_session'),
    kind: oneOf(['session', 'key'], 'What the request authenticates with'),
    id: Type.String({ description: '`ses_…` or `key_…`' }),
    user: person,
    workspace: Type.Object({ id: Type.String(), name: Type.String(), role: oneOf(roles) }, strict),
    scopes: Type.Array(oneOf(scopes)),
    expires_at: nullable(dateTime()),
  },
  {
    $id: 'CurrentSession',
    ...strict,
    examples: [
      {
        object: 'current_session',
        kind: 'session',
        id: 'ses_01kjmma2g0e9dtsezyywpss2bm',
        user: examplePerson,
        workspace: { id: 'ws_01kjmma2g0e9dtsezyywpss2bm', name: 'Enzyme group', role: 'admin' },
        scopes: [...scopes],
        expires_at: '2026-03-02T00:00:00.000Z',
      },
    ],
  },
);

export type PublicCurrentSession = Static<typeof currentSession>;

/** Body of `PATCH /session`. */
export const sessionUpdateRequest = Type.Object(
  { workspace_id: Type.String({ description: 'The workspace of requests that name none; one of your workspaces' }) },
  { $id: 'SessionUpdateRequest', ...strict, examples: [{ workspace_id: 'ws_01kjmma2g0e9dtsezyywpss2bm' }] },
);

/** A live session. */
export const session = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('session'),
    user: Type.Object({ id: Type.String(), email: Type.String() }, strict),
    workspace_id: Type.String(),
    method: oneOf(signInMethods, 'How the person signed in'),
    user_agent: Type.String({ description: 'The program that signed in, as it names itself' }),
    address: Type.String({ description: 'The network address of the last use' }),
    current: Type.Boolean({ description: 'Whether this request was sent with the session' }),
    created_at: dateTime(),
    last_used_at: dateTime(),
    expires_at: dateTime(),
  },
  {
    $id: 'Session',
    ...strict,
    examples: [
      {
        id: 'ses_01kjmma2g0e9dtsezyywpss2bm',
        object: 'session',
        user: { id: examplePerson.id, email: examplePerson.email },
        workspace_id: 'ws_01kjmma2g0e9dtsezyywpss2bm',
        method: 'local_link',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        address: '192.0.2.1',
        current: true,
        created_at: '2026-03-01T12:00:00.000Z',
        last_used_at: '2026-03-01T12:00:00.000Z',
        expires_at: '2026-03-02T00:00:00.000Z',
      },
    ],
  },
);

export type PublicSession = Static<typeof session>;

export const sessionList = listOf(session, 'SessionList');

/** Response of the operations that end sessions. */
export const sessionEnd = Type.Object(
  {
    object: Type.Literal('session_end'),
    ended: Type.Integer({ minimum: 0, description: 'How many sessions were live and have ended' }),
  },
  { $id: 'SessionEnd', ...strict, examples: [{ object: 'session_end', ended: 1 }] },
);

/** A workspace of the person, with the person's role in it. */
export const workspaceMembership = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('workspace_membership'),
    name: Type.String(),
    role: oneOf(roles),
    current: Type.Boolean({ description: 'Whether this request acts in the workspace' }),
  },
  {
    $id: 'WorkspaceMembership',
    ...strict,
    examples: [
      {
        id: 'ws_01kjmma2g0e9dtsezyywpss2bm',
        object: 'workspace_membership',
        name: 'Enzyme group',
        role: 'admin',
        current: true,
      },
    ],
  },
);

export const workspaceMembershipList = listOf(workspaceMembership, 'WorkspaceMembershipList');
