import { type Static, Type } from 'typebox';
import { scopes } from '../operation/access.ts';
import { oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** The API key, its workspace and limits. */
export const account = Type.Object(
  {
    object: Type.Literal('account'),
    workspace: Type.Object(
      {
        id: Type.String(),
        plan: Type.Object({ tier: Type.String(), paid: Type.Boolean() }, strict),
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
        env: Type.String(),
        prefix: Type.String({ description: 'The public part of the key' }),
        scopes: Type.Array(oneOf(scopes)),
      },
      strict,
    ),
  },
  {
    $id: 'Account',
    ...strict,
    examples: [
      {
        object: 'account',
        workspace: {
          id: 'ws_01kjmma2g0e9dtsezyywpss2bm',
          plan: { tier: 'COMMERCIAL_TEAM', paid: true },
          credits: { available: 981.25 },
        },
        limits: {
          active_jobs: 3,
          concurrent_jobs: { max: 10, remaining: 7 },
          public_api_rate_limit: { limit: 120, window_seconds: 60 },
        },
        api_key: {
          id: 'key_01kjmma2g0e9dtsezyywpss2bm',
          env: 'LIVE',
          prefix: 'rot_live_4fGh7sKq',
          scopes: ['jobs:read', 'jobs:write'],
        },
      },
    ],
  },
);

export type PublicAccount = Static<typeof account>;
