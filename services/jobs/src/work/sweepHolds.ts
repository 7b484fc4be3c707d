import type { Db } from '@rotamer/kit/db/db.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import { endedHold } from '../billing.ts';
import { giveUpHold } from '../submit/submissionStore.ts';

const INTERVAL_MS = 10_000;
const BATCH = 100;

/**
 * Twice the gateway's timeout of a submission. A slower submission finds its hold released, is refused, and can be
 * retried.
 */
const OVER_SECONDS = 20;

export interface SweepDeps {
  db: Db;
  billing: Pick<BillingClient<CallScope>, 'listUnclaimedHolds' | 'claimHolds' | 'settleHolds'>;
  log: Logger;
  /** Age in seconds at which no submission is in progress any more; `OVER_SECONDS` by default. */
  olderThanSeconds?: number;
}

/**
 * Starts the loop that finds unclaimed holds, which a crash left behind or operators made unclaimed after a restore. It
 * claims each hold for its job, settles it like its job, or releases it.
 */
export function startHoldSweep(deps: SweepDeps): Loop {
  return startLoop({
    name: 'sweep holds',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async () => (await sweepHolds(deps)) === BATCH,
  });
}

/** Runs one pass. Returns how many holds it found. */
export async function sweepHolds({ db, billing, log, olderThanSeconds = OVER_SECONDS }: SweepDeps): Promise<number> {
  const { holds } = await billing.listUnclaimedHolds({ olderThanSeconds, limit: BATCH });
  const owned: string[] = [];
  const settlements: { holdId: string; chargeMillicredits: number }[] = [];
  for (const { holdId } of holds) {
    const owner = await giveUpHold(db, holdId);
    const charge = owner === null ? 0 : await settledCharge(db, owner);
    if (charge === undefined) owned.push(holdId);
    else settlements.push({ holdId, chargeMillicredits: charge });
  }
  if (owned.length > 0) await billing.claimHolds({ holdIds: owned });
  if (settlements.length > 0) {
    const { answers } = await billing.settleHolds({ settlements });
    log.info({ holds: settlements.length }, 'resolved holds that no job owns, or whose job is settled');
    for (const answer of answers) endedHold(answer);
  }
  return holds.length;
}

/**
 * Returns the charge of a settled job; undefined while the job is not settled. The hold of a settled job is open only
 * if billing was restored to an earlier time than jobs.
 */
async function settledCharge(db: Db, jobId: string): Promise<number | undefined> {
  const { rows } = await db.query('select final_millicredits from jobs where id = $1 and finalized_at is not null', [
    jobId,
  ]);
  return rows[0]?.final_millicredits ?? undefined;
}
