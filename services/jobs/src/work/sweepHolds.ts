import type { Db } from '@rotamer/kit/db/db.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import { giveUpHold } from '../submit/submissionStore.ts';
import { endedHold } from './settleJobs.ts';

const INTERVAL_MS = 15_000;
const BATCH = 100;

export interface SweepDeps {
  db: Db;
  billing: Pick<BillingClient<ScopedCall>, 'listUnclaimedHolds' | 'claimHolds' | 'settleHolds'>;
  log: Logger;
  /** A submission that takes longer than this is over, one way or the other. */
  olderThanSeconds?: number;
}

/** Finds holds that a crash left unclaimed, and claims each for its job or releases it. */
export function startHoldSweep(deps: SweepDeps): Loop {
  return startLoop({
    name: 'sweep holds',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async () => (await sweepHolds(deps)) === BATCH,
  });
}

/** One pass; answers how many holds it found. */
export async function sweepHolds({ db, billing, log, olderThanSeconds = 60 }: SweepDeps): Promise<number> {
  const { holds } = await billing.listUnclaimedHolds({ olderThanSeconds, limit: BATCH });
  const owned: string[] = [];
  const orphans: string[] = [];
  for (const { holdId } of holds) {
    const owner = await giveUpHold(db, holdId);
    (owner === null ? orphans : owned).push(holdId);
  }
  if (owned.length > 0) await billing.claimHolds({ holdIds: owned });
  if (orphans.length > 0) {
    const settlements = orphans.map((holdId) => ({ holdId, chargeMillicredits: 0 }));
    const { answers } = await billing.settleHolds({ settlements });
    log.info({ holds: orphans.length }, 'released holds that no job owns');
    for (const answer of answers) endedHold(answer);
  }
  return holds.length;
}
