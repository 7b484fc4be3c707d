import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

const example = {
  id: 'aud_01kjmma2g0e9dtsezyywpss2bm',
  object: 'audit_entry',
  at: '2026-03-01T12:00:00.000Z',
  started_at: '2026-03-01T11:59:59.950Z',
  actor: { type: 'key', user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm', email: 'ada@example.org', key_id: 'a8f3k2m9' },
  action: 'sharing.changed',
  resource: { type: 'job', id: 'job_01kjmma2g0e9dtsezyywpss2bm' },
  outcome: 'ok',
  code: null,
  address: '203.0.113.7',
  request_id: '0b8f3c1e-6a52-4d0c-9d39-6f8f0f5c2f57',
  facts: { visibility: 'PUBLIC' },
  chain: { name: 'ws_01kjmma2g0e9dtsezyywpss2bm', number: 12, hash: '9f86d081'.repeat(8) },
};

/** One entry of the audit log. */
export const auditEntry = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('audit_entry'),
    at: dateTime(),
    started_at: dateTime(),
    actor: Type.Object(
      {
        type: oneOf(['key', 'session', 'operator', 'system']),
        user_id: nullable(Type.String({ description: 'null for operators of the installation' })),
        email: nullable(Type.String({ description: 'The address that the user has now' })),
        key_id: nullable(Type.String({ description: 'The public id of the key or session' })),
      },
      strict,
    ),
    action: Type.String({ description: 'The resource and what was done, e.g. `member.removed`' }),
    resource: Type.Object({ type: Type.String(), id: nullable(Type.String()) }, strict),
    outcome: oneOf(
      ['ok', 'refused', 'unknown'],
      'unknown: a service failed or stopped before it answered, so the action may have been done',
    ),
    code: nullable(Type.String({ description: 'The error code of a refusal or failure' })),
    address: nullable(Type.String({ description: 'The network address of the caller' })),
    request_id: nullable(Type.String({ description: 'The `X-Request-Id` of the request' })),
    facts: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Ids, amounts and settings of the response; never a secret or an input',
      }),
    ),
    chain: Type.Object(
      {
        name: Type.String(),
        number: Type.Integer({ minimum: 1 }),
        hash: Type.String({ description: 'SHA-256 over this entry and the hash before it, in hex' }),
      },
      { ...strict, description: 'The place of the entry in its chain' },
    ),
  },
  { $id: 'AuditEntry', ...strict, examples: [example] },
);

export type PublicAuditEntry = Static<typeof auditEntry>;

export const auditEntryList = listOf(auditEntry, 'AuditEntryList');
