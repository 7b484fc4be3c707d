import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { type Command, decideJob } from './decideJob.ts';
import type { Job } from './job.ts';
import { CLAIMABLE_SIGNAL, UNSETTLED_SIGNAL } from './jobEvent.ts';
import { measureChanged } from './jobMeasures.ts';
import { type ReadJob, readEach } from './jobStore.ts';
import { type JobChange, saveJobs } from './saveJobs.ts';

export interface Changed {
  job: Job;
  /** False when the decision was to change nothing. */
  changed: boolean;
}

/**
 * Applies a command to a job of any workspace, unless the caller has stopped waiting. Returns undefined for an unknown
 * job.
 *
 * @throws as `decideJob` does.
 */
export type ChangeJob = (id: string, command: Command, signal?: AbortSignal) => Promise<Changed | undefined>;

/** Most attempts of a command; losing this many races means a bug. */
const MAX_RACES = 50;

const AT_ONCE = 64;

/**
 * Reads a job, decides, and saves it if it has not changed since it was read; otherwise starts again. All commands are
 * applied here, and no lock is held between statements.
 *
 * Commands that arrive together are read by one statement and committed by one. Each is decided by itself; of two
 * commands for the same job in one batch, one is decided again.
 */
export function createChangeJob({ db, signals }: { db: Db; signals: Signals }): ChangeJob {
  const read = createBatcher<string, ReadJob | undefined>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    run: (ids) => readEach(db, ids),
  });
  const save = createBatcher<JobChange, boolean>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    fairKey: ({ before }) => before.workspaceId,
    run: (changes) => bisect(changes, (some) => saveJobs(db, some)),
  });
  return async (id, command, signal) => {
    for (let race = 0; race < MAX_RACES; race++) {
      const found = await read(id, { signal });
      if (!found) return undefined;
      const decision = decideJob(found.job, command, found.now);
      if (!decision) return { job: found.job, changed: false };
      const change = { before: found.job, after: decision.job, event: decision.event, now: found.now };
      if (await save(change, { signal })) {
        wake(signals, decision.job);
        measureChanged(found.job, decision.job);
        return { job: decision.job, changed: true };
      }
    }
    throw new Error(`job ${id} changed ${MAX_RACES} times while '${command.type}' was decided`);
  };
}

function wake(signals: Signals, job: Job): void {
  signals.send(OUTBOX_SIGNAL);
  if (job.status === 'QUEUED' || job.status === 'RETRY') signals.send(CLAIMABLE_SIGNAL);
  if (job.completedAt && job.billing && !job.billing.finalizedAt) signals.send(UNSETTLED_SIGNAL);
}
