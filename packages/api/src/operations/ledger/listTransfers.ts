import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { formatQuery, rangeQuery } from '../../schemas/report.ts';
import { transferKinds, transferList } from '../../schemas/transfer.ts';

const query = Type.Object(
  {
    ...cursorQuery,
    kind: Type.Optional(oneOf(transferKinds, 'Only transfers of this kind')),
    job_id: Type.Optional(Type.String({ maxLength: 128, description: 'Only transfers of this job' })),
    ...rangeQuery,
    ...formatQuery(),
  },
  { additionalProperties: false },
);

/** GET /ledger: newest first. */
export const listTransfers = operation({
  id: 'listTransfers',
  method: 'GET',
  path: '/ledger',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Usage',
  summary: 'List the transfers of the ledger, newest first',
  description: 'Members below admin see only the transfers of their own jobs.',
  query,
  responses: { 200: { body: ref(transferList), csv: true } },
  errors: [],
  sample: {
    call: 'ledger.list',
    cli: 'ledger',
    shown: { as: 'transfer', fields: ['kind', 'balance_change', 'job_id'], isList: true },
  },
});
