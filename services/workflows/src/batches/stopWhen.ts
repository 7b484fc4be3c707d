import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Filters } from '../definition/filters.ts';

/** Returns what a row of a batch's results must match to count. Undefined: the batch does not stop early. */
export async function readStopWhen(db: Queryable, attemptId: string): Promise<Filters | undefined> {
  const { rows } = await db.query(
    'select b.stop_when from attempts a join batches b on b.run_id = a.run_id where a.id = $1',
    [attemptId],
  );
  const stop = rows[0]?.stop_when;
  return stop ? { [stop.metric]: { [stop.op]: stop.value } } : undefined;
}

/** Counts more matches. Returns whether there are enough. */
export async function addMatches(tx: Queryable, runId: string, more: number): Promise<boolean> {
  const { rows } = await tx.query(
    `update batches set matched = matched + $2 where run_id = $1 returning matched >= (stop_when ->> 'count')::int as enough`,
    [runId, more],
  );
  return rows[0]?.enough === true;
}
