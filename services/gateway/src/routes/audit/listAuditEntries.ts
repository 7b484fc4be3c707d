import type { AuditLog } from '@rotamer/accounts/audit/auditLog.ts';
import type { AuditQuery } from '@rotamer/accounts/audit/auditStore.ts';
import { listAuditEntries as operation } from '@rotamer/api/operations/audit/listAuditEntries.ts';
import type { PublicAuditEntry } from '@rotamer/api/schemas/auditEntry.ts';
import { MAX_CSV_ROWS } from '@rotamer/api/schemas/report.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { readRange } from '@rotamer/http/params/range.ts';
import { sendCsv, tooManyRows } from '@rotamer/http/server/csv.ts';
import type { Cell } from '@rotamer/kit/csvLine.ts';
import { presentAuditEntry } from '@rotamer/present/presentAuditEntry.ts';
import { handler } from '../handler.ts';

/** GET /audit: newest first. */
export const listAuditEntries = handler(
  operation,
  ({ audit }) =>
    async (request, reply) => {
      const { actor, action, resource_id: resource, format } = request.query;
      const filter = {
        workspaceId: request.credential!.workspaceId,
        actor,
        action,
        resource,
        ...readRange(request.query),
      };
      const page = readCursors('aud', request.query);
      if (format !== 'csv') {
        const entries = await audit.list({ ...filter, ...page });
        const shown = entries.slice(0, page.limit).map(presentAuditEntry);
        return presentPage(shown, entries.length > page.limit, (entry) => entry);
      }
      if (await audit.hasMoreThan({ ...filter, ...page }, MAX_CSV_ROWS)) throw tooManyRows();
      return sendCsv(reply as never, 'audit', HEADER, csvRows(audit, { ...filter, beforeId: page.beforeId })) as never;
    },
  { importance: 'list' },
);

const PAGE = 1_000;

const HEADER = [
  'id',
  'at',
  'started_at',
  'actor_type',
  'user_id',
  'email',
  'key_id',
  'action',
  'resource_type',
  'resource_id',
  'outcome',
  'code',
  'address',
  'request_id',
  'facts',
  'chain',
  'number',
  'hash',
];

async function* csvRows(audit: AuditLog, filter: Omit<AuditQuery, 'limit'>) {
  let { beforeId } = filter;
  for (;;) {
    const entries = await audit.list({ ...filter, beforeId, limit: PAGE });
    const page = entries.slice(0, PAGE);
    yield page.map(presentAuditEntry).map(csvRow);
    if (entries.length <= PAGE) return;
    beforeId = page.at(-1)!.id;
  }
}

function csvRow(entry: PublicAuditEntry): Cell[] {
  const { actor, resource, chain } = entry;
  return [
    entry.id,
    entry.at,
    entry.started_at,
    actor.type,
    actor.user_id,
    actor.email,
    actor.key_id,
    entry.action,
    resource.type,
    resource.id,
    entry.outcome,
    entry.code,
    entry.address,
    entry.request_id,
    entry.facts && JSON.stringify(entry.facts),
    chain.name,
    chain.number,
    chain.hash,
  ];
}
