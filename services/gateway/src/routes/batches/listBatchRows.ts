import { listBatchRows as operation, type RowQuery } from '@rotamer/api/operations/batches/listBatchRows.ts';
import type { PublicBatchRow } from '@rotamer/api/schemas/batch.ts';
import type { ResultItem } from '@rotamer/domain/results/resultManifest.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { readCursor } from '@rotamer/http/params/page.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { withManifests } from '@rotamer/results/batches/batchResults.ts';
import { rowsOf } from '@rotamer/results/rowsOf.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { sendTable } from './sendTable.ts';

/** Results that one page reads. */
const RESULTS = 100;

/** Approximate characters of the rows of one page. */
const MAX_CHARACTERS = 1024 * 1024;

/** A cursor: the last line that was read, and how many of its rows are in earlier pages; 0 when all are. */
const PLACE = /^\d{1,9}:\d{1,9}$/;

/** GET /batches/{batchId}/rows: the rows of the results of all submissions. */
export const listBatchRows = handler(
  operation,
  (readers) => async (request, reply) => {
    const { limit = 100, starting_after, port, format = 'json' }: RowQuery = request.query;
    const batchId = batchIdOf(request.params);
    const scope = callScope(request, reply);
    if (format !== 'json') {
      const batch = await readers.batches.get({ batchId }, scope);
      return sendTable(reply as never, readers, { batch, port, format }, scope) as never;
    }
    const place = readCursor((text) => PLACE.test(text), starting_after) || '0:0';
    const [line, skipped] = place.split(':').map(Number) as [number, number];
    const afterLine = skipped > 0 ? line - 1 : line;
    const asked = { batchId, limit: RESULTS, afterLine, status: ChildStatus.COMPLETED };
    const { items, hasMore } = await readers.batches.listItems(asked, scope);
    const page = { data: [] as PublicBatchRow[], characters: 0 };
    for await (const { item, manifest } of withManifests(readers, items, scope)) {
      const from = item.line === line ? skipped : 0;
      let at = 0;
      for await (const row of rowsOf(readers.results, manifest, port)) {
        if (at++ < from) continue;
        if (page.data.length === limit || page.characters > MAX_CHARACTERS)
          return listOf(page.data, at === 1 ? `${item.line - 1}:0` : `${item.line}:${at - 1}`);
        page.data.push(present(item.line, item.customId, item.job!.jobId, row));
        page.characters += JSON.stringify(row.value).length;
      }
    }
    return listOf(page.data, hasMore ? `${items.at(-1)!.line}:0` : null);
  },
  { importance: 'list' },
);

function present(line: number, custom_id: string, job_id: string, row: ResultItem): PublicBatchRow {
  const { output_port_id, rank, value } = row;
  return {
    object: 'batch_row',
    custom_id,
    line,
    job_id,
    output_port_id,
    rank,
    value: value as Record<string, unknown>,
  };
}

function listOf(data: PublicBatchRow[], next: string | null) {
  return {
    object: 'list' as const,
    data,
    has_more: next !== null,
    next_cursor: next === null ? null : Buffer.from(next).toString('base64url'),
  };
}
