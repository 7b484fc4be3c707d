import { listBatchRows as operation, type RowQuery } from '@rotamer/api/operations/batches/listBatchRows.ts';
import type { PublicBatchRow } from '@rotamer/api/schemas/batch.ts';
import type { ResultItem } from '@rotamer/domain/results/resultManifest.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { batchIdOf } from '../../params/ids.ts';
import { readCursor } from '../../params/page.ts';
import { callScope } from '../../request/callScope.ts';
import { placeBlocks, type ResultReader } from '../../results/resultReader.ts';
import { handler } from '../handler.ts';

/** Results that one page reads. */
const RESULTS = 100;

/** Approximate characters of the rows of one page. */
const MAX_CHARACTERS = 1024 * 1024;

/** A cursor: the last line that was read, and how many of its rows are in earlier pages; 0 when all are. */
const PLACE = /^\d{1,9}:\d{1,9}$/;

/** GET /batches/{batchId}/rows: the rows of the results of all submissions. */
export const listBatchRows = handler(
  operation,
  ({ batches, jobs, results }) =>
    async (request, reply) => {
      const { limit = 100, starting_after, port }: RowQuery = request.query;
      const place = readCursor((text) => PLACE.test(text), starting_after) || '0:0';
      const [line, skipped] = place.split(':').map(Number) as [number, number];
      const scope = callScope(request, reply);
      const afterLine = skipped > 0 ? line - 1 : line;
      const asked = { batchId: batchIdOf(request.params), limit: RESULTS, afterLine, status: ChildStatus.COMPLETED };
      const { items, hasMore } = await batches.listItems(asked, scope);
      const jobIds = items.map(({ job }) => job!.jobId);
      const found = jobIds.length > 0 ? (await jobs.getMany({ jobIds }, scope)).jobs : [];
      const manifests = new Map(found.map(({ id, manifest }) => [id, manifest]));
      const page = { data: [] as PublicBatchRow[], characters: 0 };
      for (const item of items) {
        const manifest = manifests.get(item.job!.jobId);
        const from = item.line === line ? skipped : 0;
        let at = 0;
        for await (const row of manifest ? rowsOf(results, manifest, port) : []) {
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

/** Yields the rows of a result, port by port. */
async function* rowsOf(results: ResultReader, ref: ManifestRef, port: string | undefined): AsyncGenerator<ResultItem> {
  const manifest = await results.manifest(ref);
  const isWanted = (name: string) => port === undefined || name === port;
  yield* manifest.items.filter(({ output_port_id }) => isWanted(output_port_id));
  for (const table of manifest.tables ?? []) {
    if (!isWanted(table.output_port_id)) continue;
    for (const block of placeBlocks(manifest, table)) yield* await results.rows(block);
  }
}

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
