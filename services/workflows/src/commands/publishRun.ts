import type { Queryable } from '@rotamer/kit/db/db.ts';
import { timeOfId } from '@rotamer/kit/ids.ts';
import { appendOutbox, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { type Run, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Attempt } from '../attempts/attemptStore.ts';
import { readRun } from '../runs/runStore.ts';

/** Publishes the current state of a run, in the transaction that changes it. */
export async function publishRun(
  tx: Queryable,
  { runId, traceparent }: Pick<Attempt, 'runId' | 'traceparent'>,
  what: Exclude<keyof typeof RunEventType, 'UNSPECIFIED' | 'UNRECOGNIZED'>,
  now: Date,
): Promise<void> {
  await tx.query('update runs set version = version + 1 where id = $1', [runId]);
  const run = await readRun(tx, runId);
  const envelope = { topic: 'workflows.events.v1', key: runId, occurredAt: now, traceparent };
  const change = { workspaceId: run.workspaceId, type: RunEventType[what], run: currentAlone(run) };
  await appendOutbox(tx, [outboxEvent(RunEvent, envelope, change)]);
}

/** Returns only the last attempt, without its amounts, which may still change. */
function currentAlone(run: Run): Run {
  const current = run.attempts.at(-1)!;
  const withoutAmounts = { ...current, chargedMillicredits: 0, heldMillicredits: 0, refundedMillicredits: 0 };
  return { ...run, createdAt: timeOfId(run.id), attempts: [withoutAmounts] };
}
