import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { publishRun } from './publishRun.ts';

/** Cancels a batch whose file is still read. Returns false for any other batch. A repeat returns true. */
export async function cancelReading(
  { db, clock, signals }: { db: Db; clock: Clock; signals: Pick<Signals, 'send'> },
  runId: string,
): Promise<boolean> {
  const done = await transaction(db, async (tx) => {
    const now = clock();
    const { rows } = await tx.query(`select state, traceparent from batches where run_id = $1 for update`, [runId]);
    if (rows[0]?.state !== 'READING') return rows[0]?.state === 'CANCELLED';
    await tx.query(`update batches set state = 'CANCELLED', ended_at = $2, reader = null where run_id = $1`, [
      runId,
      now,
    ]);
    await tx.query('delete from batch_lines where run_id = $1', [runId]);
    await publishRun(tx, { runId, traceparent: rows[0].traceparent }, 'CANCELLED', now);
    return true;
  });
  signals.send(OUTBOX_SIGNAL);
  return done;
}
