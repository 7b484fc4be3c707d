import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { auditEntryList } from '../../schemas/auditEntry.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { formatQuery, rangeQuery } from '../../schemas/report.ts';

const id = (description: string) => Type.Optional(Type.String({ maxLength: 128, description }));

const query = Type.Object(
  {
    ...cursorQuery,
    actor: id('Only entries of this user, or of this key or session by its public id'),
    action: id('Only this action, e.g. `member.removed`'),
    resource_id: id('Only entries about this resource'),
    ...rangeQuery,
    ...formatQuery(),
  },
  { additionalProperties: false },
);

/** GET /audit: newest first. */
export const listAuditEntries = operation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/audit',
  access: { scope: 'workspace:read', role: 'admin' },
  tag: 'Audit',
  summary: 'List the entries of the audit log, newest first',
  description: 'Commands of operators that are about this workspace are in it too.',
  query,
  responses: { 200: { body: ref(auditEntryList), csv: true } },
  errors: [],
  sample: {
    call: 'audit.list',
    cli: 'audit',
    shown: { as: 'entry', fields: ['at', 'action', 'outcome'], isList: true },
  },
});
