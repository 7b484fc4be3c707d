import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Logger } from '@rotamer/kit/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/loop.ts';
import type { Signals } from '@rotamer/kit/signals.ts';
import { changeJob } from '../changeJob.ts';
import type { Command } from '../decideJob.ts';
import { findExpiredLeases } from '../leaseStore.ts';
import type { ExpiredLease } from '../leases.ts';

const INTERVAL_MS = 1_000;

/** Takes the job back from runners that went silent, never started, or overran the time limit. */
export function startLeaseExpiry({ db, signals, log }: { db: Db; signals: Signals; log: Logger }): Loop {
  return startLoop({
    name: 'expire leases',
    intervalMs: INTERVAL_MS,
    log,
    pass: async () => {
      for (const lease of await transaction(db, findExpiredLeases)) {
        const result = await changeJob({ db, signals }, lease.id, commandFor(lease));
        if (result?.changed) log.warn({ job_id: lease.id, attempt: lease.attempt, why: lease.why }, 'lease expired');
      }
    },
  });
}

function commandFor({ attempt, why }: ExpiredLease): Command {
  if (why === 'wall') {
    return { type: 'report', attempt, outcome: 'TIMEOUT', error: 'The tool ran into its time limit.', runtimeMs: 0 };
  }
  const error = why === 'start' ? 'The runner did not start the tool in time.' : 'The runner stopped answering.';
  return { type: 'lose', attempt, error };
}
