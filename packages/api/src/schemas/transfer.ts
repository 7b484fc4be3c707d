import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

export const transferKinds = ['grant', 'hold', 'extend', 'post', 'refund', 'void'] as const;

const example = {
  id: '48213',
  object: 'transfer',
  kind: 'post',
  created_at: '2026-03-01T12:00:00.000Z',
  balance_change: -2.5,
  held_change: -2.5,
  hold_id: '0b8f3c1e-6a52-4d0c-9d39-6f8f0f5c2f57',
  grant_id: null,
  job_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
  run_id: null,
  tool: 'protein-properties',
  project_id: null,
  user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm',
  key_id: 'a8f3k2m9',
};

const known = 'null for grants, and for holds that were placed before billing recorded what they are for';

/** One entry of the ledger. */
export const transfer = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('transfer'),
    kind: oneOf(
      transferKinds,
      'grant: credits were added. hold, extend: credits were reserved for a job. post: a job was charged. refund, void: what was reserved and not charged is available again',
    ),
    created_at: dateTime(),
    balance_change: Type.Number({ description: 'Credits that the workspace owns more, or fewer, after it' }),
    held_change: Type.Number({
      description: 'Credits that are reserved more, or fewer, after it. Available is what is owned and not reserved',
    }),
    hold_id: nullable(Type.String({ description: 'The transfers of one hold belong together' })),
    grant_id: nullable(Type.String()),
    job_id: nullable(Type.String({ description: known })),
    run_id: nullable(Type.String({ description: 'The workflow run to which the job belongs' })),
    tool: nullable(Type.String()),
    project_id: nullable(Type.String({ description: 'The project of the submission' })),
    user_id: nullable(Type.String()),
    key_id: nullable(Type.String({ description: 'The public id of the key or session' })),
  },
  { $id: 'Transfer', ...strict, examples: [example] },
);

export type PublicTransfer = Static<typeof transfer>;

export const transferList = listOf(transfer, 'TransferList');
