import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { workOnEach } from '@rotamer/kit/work/failedWork.ts';
import type { ChangeJob } from '../job/changeJob.ts';
import type { Command } from '../job/decideJob.ts';
import { EXPIRE_LEASES, findExpiredLeases } from '../leases/leaseStore.ts';
import type { ExpiredLease } from '../leases/leases.ts';

const INTERVAL_MS = 1_000;

/**
 * Starts the loop that expires leases: of runners that stopped sending heartbeats, never started the tool, or exceeded
 * its time limit.
 */
export function startLeaseExpiry({ db, changeJob, log }: { db: Db; changeJob: ChangeJob; log: Logger }): Loop {
  return startLoop({
    name: 'expire leases',
    intervalMs: INTERVAL_MS,
    log,
    pass: async () => {
      const expired = await transaction(db, findExpiredLeases);
      const take = async (lease: ExpiredLease) => {
        const result = await changeJob(lease.id, commandFor(lease));
        if (result?.changed) log.warn({ job_id: lease.id, attempt: lease.attempt, why: lease.why }, 'lease expired');
      };
      await workOnEach({ db, log, work: EXPIRE_LEASES, atOnce: expired.length }, expired, take);
    },
  });
}

const LOSSES: Record<Exclude<ExpiredLease['why'], 'wall'>, string> = {
  lease: 'The runner stopped responding.',
  start: 'The runner did not start the tool in time.',
  report: 'The runner did not report the result in time.',
};

/**
 * Returns the command for an expired lease. The time limit counts as exceeded only if the runner reported that much
 * runtime. The tool of a runner that could not report may have ended long before.
 */
function commandFor({ attempt, why }: ExpiredLease): Command {
  if (why === 'wall') {
    return { type: 'report', attempt, outcome: 'TIMEOUT', error: 'The tool exceeded its time limit.', runtimeMs: 0 };
  }
  return { type: 'lose', attempt, error: LOSSES[why] };
}
