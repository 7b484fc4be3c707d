import { type Static, Type } from 'typebox';
import { roles } from '../operation/access.ts';
import { oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** The longest name of a workspace, in characters. */
export const MAX_WORKSPACE_NAME = 80;

/** The workspace of the credential. */
export const workspace = Type.Object(
  {
    object: Type.Literal('workspace'),
    id: Type.String(),
    name: Type.String(),
    plan: Type.Object({ tier: Type.String(), paid: Type.Boolean() }, strict),
    member: Type.Object(
      { user_id: Type.String(), role: oneOf(roles) },
      { ...strict, description: 'The user for whom the credential acts, and the role of this user' },
    ),
  },
  {
    $id: 'Workspace',
    ...strict,
    examples: [
      {
        object: 'workspace',
        id: 'ws_01kjmma2g0e9dtsezyywpss2bm',
        name: 'Enzyme group',
        plan: { tier: 'COMMERCIAL_TEAM', paid: true },
        member: { user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm', role: 'admin' },
      },
    ],
  },
);

export type PublicWorkspace = Static<typeof workspace>;

/** Body of `PATCH /workspace`. */
export const workspaceUpdateRequest = Type.Object(
  { name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_WORKSPACE_NAME })) },
  { $id: 'WorkspaceUpdateRequest', ...strict, minProperties: 1, examples: [{ name: 'Enzyme group' }] },
);
