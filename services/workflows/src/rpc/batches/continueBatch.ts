import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { type Batch, BatchStatus } from '@rotamer/proto/workflows/v1/batch.ts';
import type { ContinueBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { currentAttempt, raiseCap, readOwnBatch } from '../../batches/batchStore.ts';
import { batchBudget } from '../../batches/beginBatch.ts';
import { setBudget } from '../../credits/budget.ts';
import type { Deps } from '../../deps.ts';
import { maxProblem } from '../start.ts';

/** Continues a paused batch. A higher cap is raised in billing first. */
export function continueBatch(deps: Pick<Deps, 'db' | 'changeAttempt' | 'billing'>): Rpc<ContinueBatchRequest, Batch> {
  return async ({ batchId, maxMillicredits }, context) => {
    requireValid(maxProblem(maxMillicredits));
    const batch = await readOwnBatch(deps.db, batchId, context.caller);
    if (batch.status !== BatchStatus.PAUSED)
      throw new Fault('conflict', 'The batch is not paused.', {
        details: { current_status: enumName('BATCH_STATUS', batch.status) },
      });
    requireValid(notHigher(maxMillicredits, batch));
    const budget = batchBudget(batch.id, maxMillicredits);
    if (budget) await setBudget(deps, batch.workspaceId, budget, scopeOf(context));
    await deps.changeAttempt(await currentAttempt(deps.db, batch.id), async (tx, { state }) => {
      // Stores the cap also if another call has continued the batch meanwhile, because billing has the new cap by now.
      if (budget) await raiseCap(tx, batch.id, budget.capMillicredits);
      return state.status === 'PAUSED' ? [{ type: 'continue' }] : [];
    });
    return readOwnBatch(deps.db, batch.id, context.caller);
  };
}

/** Returns a problem for a cap below the present one, or for any cap of an uncapped batch. Repeating the present cap is valid. */
export function notHigher(asked: number | undefined, { maxMillicredits: cap }: Batch): Problem | undefined {
  if (asked === undefined || (cap !== undefined && asked >= cap)) return undefined;
  const message =
    cap === undefined
      ? 'cannot be set: the batch was started without a cap'
      : `must be at least ${toCredits(cap)}, the present cap`;
  return { path: 'max_credits', message };
}
