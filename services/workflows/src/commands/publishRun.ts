import type { Queryable } from '@rotamer/kit/db/db.ts';
import { isId, timeOfId } from '@rotamer/kit/ids.ts';
import { appendOutbox, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { BatchEvent } from '@rotamer/proto/workflows/v1/batch.ts';
import { type Run, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Attempt } from '../attempts/attemptStore.ts';
import { readBatch } from '../batches/batchStore.ts';
import { readRun } from '../runs/runStore.ts';

type What =
  | 'STARTED'
  | 'PAUSED'
  | 'RESUMED'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED'
  | 'RETRIED'
  | 'DELETED'
  | 'MOVED';

/** Publishes the current state of a run or a batch, in the transaction that changes it. */
export async function publishRun(
  tx: Queryable,
  { runId, traceparent }: Pick<Attempt, 'runId' | 'traceparent'>,
  what: What,
  now: Date,
): Promise<void> {
  await tx.query('update runs set version = version + 1 where id = $1', [runId]);
  const envelope = { topic: 'workflows.events.v1', key: runId, occurredAt: now, traceparent };
  if (isId('batch', runId)) {
    const batch = {
      ...(await readBatch(tx, runId)),
      chargedMillicredits: 0,
      heldMillicredits: 0,
      refundedMillicredits: 0,
    };
    const change = { workspaceId: batch.workspaceId, type: RunEventType[`BATCH_${what}`], batch };
    return appendOutbox(tx, [outboxEvent(BatchEvent, envelope, change)]);
  }
  const run = await readRun(tx, runId);
  const change = { workspaceId: run.workspaceId, type: RunEventType[what], run: currentAlone(run) };
  await appendOutbox(tx, [outboxEvent(RunEvent, envelope, change)]);
}

/** Returns only the last attempt, without its amounts, which may still change. */
function currentAlone(run: Run): Run {
  const current = run.attempts.at(-1)!;
  const withoutAmounts = { ...current, chargedMillicredits: 0, heldMillicredits: 0, refundedMillicredits: 0 };
  return { ...run, createdAt: timeOfId(run.id), attempts: [withoutAmounts] };
}
