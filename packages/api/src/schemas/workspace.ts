import { type Static, Type } from 'typebox';
import { roles } from '../operation/access.ts';
import { nullable, oneOf } from './build.ts';
import { displayUnit } from './unit.ts';

const strict = { additionalProperties: false };

/** The longest name of a workspace, in characters. */
export const MAX_WORKSPACE_NAME = 80;

/** The workspace of the credential. */
export const workspace = Type.Object(
  {
    object: Type.Literal('workspace'),
    id: Type.String(),
    name: Type.String(),
    unit: nullable(displayUnit),
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
        unit: { name: '€', rate: 0.1 },
        plan: { tier: 'COMMERCIAL_TEAM', paid: true },
        member: { user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm', role: 'admin' },
      },
    ],
  },
);

export type PublicWorkspace = Static<typeof workspace>;

/** Body of `PATCH /workspace`. */
export const workspaceUpdateRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_WORKSPACE_NAME })),
    unit: Type.Optional(nullable(displayUnit)),
  },
  { $id: 'WorkspaceUpdateRequest', ...strict, minProperties: 1, examples: [{ name: 'Enzyme group' }] },
);
