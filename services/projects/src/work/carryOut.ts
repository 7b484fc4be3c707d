import type { Db } from '@rotamer/kit/db/db.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgeFailures, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { carryOut } from '../assignment/operation.ts';
import { CARRY_OUT, removeOperation, takeOperations } from '../assignment/operationStore.ts';
import type { Context } from '../members.ts';

const INTERVAL_MS = 1_000;
const BATCH = 20;

/** Age from which the loop takes an operation. Until then the call that created it is carrying it out, or has failed. */
const IDLE_SECONDS = 2;

export interface CarryOutDeps {
  db: Db;
  contexts: readonly Context[];
  log: Logger;
}

/** Starts the loop that carries out the assignments that a crash or an unresponsive service has left incomplete. */
export function startCarryingOut(deps: CarryOutDeps): Loop {
  return startLoop({
    name: 'carry out assignments',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => (await carryOutDue(deps, { signal })) === BATCH,
  });
}

/**
 * Runs one pass. Returns how many assignments it tried. A failed assignment is retried with backoff, then dead-lettered. While
 * a service is unavailable, its assignments are retried without a limit.
 *
 * @throws the first error of an unavailable service, once all have been tried
 */
export async function carryOutDue(
  deps: CarryOutDeps,
  { signal, idleSeconds = IDLE_SECONDS }: { signal?: AbortSignal; idleSeconds?: number } = {},
): Promise<number> {
  const operations = await takeOperations(deps.db, idleSeconds, BATCH);
  const pieces = operations.map((operation) => ({ id: String(operation.seq), operation }));
  await workOnEach({ ...deps, work: CARRY_OUT, atOnce: BATCH }, pieces, async ({ id, operation }) => {
    await carryOut(deps.contexts, operation, { signal });
    await removeOperation(deps.db, operation.seq);
    await purgeFailures(deps.db, CARRY_OUT, [id]);
  });
  return operations.length;
}
