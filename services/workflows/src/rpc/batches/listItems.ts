import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import {
  BatchItem,
  type ListBatchItemsRequest,
  type ListBatchItemsResponse,
} from '@rotamer/proto/workflows/v1/batches.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { readOwnBatch } from '../../batches/batchStore.ts';
import { LINES } from '../../definition/graph.ts';
import { limits } from '../../definition/limits.ts';
import type { Deps } from '../../deps.ts';
import { toChild } from '../../runs/runDetails.ts';
import { pageLimit } from '../bounds.ts';

/** Lists the lines of a batch in their order, each with its last job. */
export function listItems({ db }: Pick<Deps, 'db'>): Rpc<ListBatchItemsRequest, ListBatchItemsResponse> {
  return async (request, { caller }) => {
    await readOwnBatch(db, request.batchId, caller);
    const limit = pageLimit(request.limit);
    const items = await readItems(db, { ...request, limit: limit + 1 });
    const shown = items.slice(0, Math.min(limit, countFitting(BatchItem, items, limits.messageBytes)));
    return { items: shown, hasMore: items.length > shown.length };
  };
}

/** The condition on child `c` of attempt `a`, by the status that a caller asks for. */
const CONDITIONS: Partial<Record<ChildStatus, string>> = {
  [ChildStatus.WAITING]: `(c.state = 'LAUNCHING' or (coalesce(c.state, 'PLANNED') = 'PLANNED' and a.completed_at is null and not coalesce(a.settling, false)))`,
  [ChildStatus.ACTIVE]: `c.state in ('ACTIVE', 'ENDED')`,
  [ChildStatus.COMPLETED]: `c.state = 'DONE'`,
  [ChildStatus.FAILED]: `c.state = 'FAILED' and c.job_status is distinct from 'CANCELLED'`,
  [ChildStatus.CANCELLED]: `(c.state = 'DROPPED' or c.job_status = 'CANCELLED' or (c.state = 'PLANNED' and (a.completed_at is not null or a.settling)))`,
};

async function readItems(
  db: Queryable,
  { batchId, limit, afterLine, status }: ListBatchItemsRequest,
): Promise<BatchItem[]> {
  const { rows } = await db.query(
    prepared(
      `select l.line, l.custom_id, l.n, a.number, coalesce(c.state, 'PLANNED') as state, c.job_id, c.job_status, c.error,
         coalesce(c.held_millicredits, 0) as held_millicredits, c.final_millicredits, c.manifest is not null as has_result,
         a.completed_at is not null or coalesce(a.settling, false) as over
       from batch_lines l
       left join attempts a on a.id = l.attempt_id
       left join children c on c.attempt_id = l.attempt_id and c.node_id = '${LINES}' and c.n = l.n
       where l.run_id = $1 and l.line > $2 and ${CONDITIONS[status] ?? 'true'}
       order by l.line limit $3`,
      [batchId, afterLine, limit],
    ),
  );
  return rows.map((row) => ({
    line: row.line,
    customId: row.custom_id,
    attempt: row.number ?? 1,
    job: toChild({ ...row, state: row.over && row.state === 'PLANNED' ? 'DROPPED' : row.state, node_id: LINES }, ''),
  }));
}
