import { hasRole } from '@rotamer/api/operation/access.ts';
import { listTransfers as operation } from '@rotamer/api/operations/ledger/listTransfers.ts';
import { MAX_CSV_ROWS } from '@rotamer/api/schemas/report.ts';
import type { PublicTransfer } from '@rotamer/api/schemas/transfer.ts';
import { presentPage, readCursor } from '@rotamer/http/params/page.ts';
import { readRange } from '@rotamer/http/params/range.ts';
import { sendCsv, tooManyRows } from '@rotamer/http/server/csv.ts';
import type { Cell } from '@rotamer/kit/csvLine.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { presentTransfer } from '@rotamer/present/presentTransfer.ts';
import type { Billing } from '../../clients/clients.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

type Filter = NonNullable<Parameters<Billing['listTransfers']>[0]>;

/** GET /ledger: newest first. */
export const listTransfers = handler(
  operation,
  ({ billing }) =>
    async (request, reply) => {
      const { kind, job_id: jobId, format, limit = 20, starting_after: cursor } = request.query;
      const { workspaceId, userId, role } = request.credential!;
      const own = hasRole(role, 'admin') ? undefined : userId;
      const beforeId = Number(readCursor((id) => /^\d{1,15}$/.test(id), cursor));
      const filter = { workspaceId, kind, jobId, userId: own, beforeId, ...readRange(request.query) };
      const scope = callScope(request, reply);
      if (format !== 'csv') {
        const { transfers } = await billing.listTransfers({ ...filter, limit: limit + 1 }, scope);
        const shown = transfers.slice(0, limit).map(presentTransfer);
        return presentPage(shown, transfers.length > limit, (transfer) => transfer);
      }
      const beyond = await billing.listTransfers({ ...filter, skip: MAX_CSV_ROWS, limit: 1 }, scope);
      if (beyond.transfers.length > 0) throw tooManyRows();
      // The file may take longer than a request: each page has the time of one.
      return sendCsv(reply as never, 'ledger', HEADER, csvRows(billing, filter, scope)) as never;
    },
  { importance: 'list' },
);

const PAGE = 1_000;
const PAGE_MS = 10_000;

const HEADER = [
  'id',
  'created_at',
  'kind',
  'balance_change',
  'held_change',
  'job_id',
  'run_id',
  'tool',
  'project_id',
  'user_id',
  'key_id',
  'hold_id',
  'grant_id',
];

async function* csvRows(billing: Billing, filter: Filter, scope: CallScope) {
  let { beforeId } = filter;
  for (;;) {
    const page = { ...filter, beforeId, limit: PAGE };
    const { transfers } = await billing.listTransfers(page, { ...scope, deadlineMs: Date.now() + PAGE_MS });
    yield transfers.map(presentTransfer).map(csvRow);
    if (transfers.length < PAGE) return;
    beforeId = transfers.at(-1)!.id;
  }
}

function csvRow(transfer: PublicTransfer): Cell[] {
  return HEADER.map((name) => transfer[name as keyof PublicTransfer]);
}
