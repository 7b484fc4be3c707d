import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import { insertAttempt, type NewAttempt } from '../attempts/newAttempt.ts';
import type { Budget } from '../credits/budget.ts';
import { LINES } from '../definition/graph.ts';
import { batchRevision } from '../workflow/revisions.ts';

/** Returns the one budget of a batch, which all its attempts share. Undefined: the batch is uncapped. */
export function batchBudget(batchId: string, maxMillicredits: number | undefined): Budget | undefined {
  if (maxMillicredits === undefined) return undefined;
  return { id: derivedUuid('budget', batchId), capMillicredits: Math.min(maxMillicredits, MAX_MILLICREDITS) };
}

/** Stores good lines, for the attempt that submits them. `from`: the number of lines that are stored already. */
export async function insertLines(
  tx: Queryable,
  { runId, attemptId, from }: { runId: string; attemptId: string; from: number },
  lines: BatchLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `insert into batch_lines (run_id, line, custom_id, body, attempt_id, n)
     select $1, line, custom_id, body, $2, $3 + nth - 1
     from unnest($4::int[], $5::text[], $6::bytea[]) with ordinality as l (line, custom_id, body, nth)`,
    [
      runId,
      attemptId,
      from,
      lines.map(({ line }) => line),
      lines.map(({ customId }) => customId),
      lines.map((line) => Buffer.from(BatchLine.encode(line).finish())),
    ],
  );
}

/** Inserts an attempt of a batch, for the `total` lines that name the attempt. The caller begins it. */
export async function insertBatchAttempt(tx: Queryable, attempt: NewAttempt, total: number): Promise<void> {
  await insertAttempt(tx, attempt, batchRevision);
  await tx.query('update nodes set total = $2 where attempt_id = $1 and id = $3', [attempt.id, total, LINES]);
}
