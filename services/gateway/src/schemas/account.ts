import { type Static, Type } from 'typebox';
import { scopes } from '../access/policy.ts';
import { oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** The workspace of the key, and the key itself. */
export const account = Type.Object(
  {
    object: Type.Literal('account'),
    workspace: Type.Object(
      {
        id: Type.String(),
        plan: Type.Object({ tier: Type.String({ examples: ['COMMERCIAL_TEAM'] }), paid: Type.Boolean() }, strict),
        credits: Type.Object({ available: Type.Number() }, strict),
      },
      strict,
    ),
    limits: Type.Object(
      {
        active_jobs: Type.Integer(),
        concurrent_jobs: Type.Object({ max: Type.Integer(), remaining: Type.Integer() }, strict),
        public_api_rate_limit: Type.Object({ limit: Type.Integer(), window_seconds: Type.Integer() }, strict),
      },
      strict,
    ),
    api_key: Type.Object(
      {
        id: Type.String(),
        env: Type.String({ examples: ['LIVE'] }),
        prefix: Type.String({ examples: ['rot_live_4fGh7sKq'] }),
        scopes: Type.Array(oneOf(scopes)),
      },
      strict,
    ),
  },
  { $id: 'Account', ...strict },
);

export type PublicAccount = Static<typeof account>;
