import type { Db } from '@rotamer/kit/db/db.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Signals } from '@rotamer/kit/signals.ts';
import { type Command, decideJob } from './decideJob.ts';
import type { Job } from './job.ts';
import { type ReadJob, readJob, saveJob } from './jobStore.ts';

/** Woken when a job may have become claimable. */
export const CLAIMABLE_SIGNAL = 'claimable';

/** Woken when a job has ended and its hold is to be settled. */
export const UNSETTLED_SIGNAL = 'unsettled';

export interface ChangeDeps {
  db: Db;
  signals: Signals;
}

export interface Changed {
  job: Job;
  /** False: the decision was that nothing changes. */
  changed: boolean;
}

/** Losing a race this often means something else is wrong. */
const MAX_RACES = 50;

/**
 * Read, decide, save if nobody was faster, else decide again on what is there now: every change of one job, without a
 * lock held between statements. Undefined: no such job for this reader.
 */
export async function changeJob(
  { db, signals }: ChangeDeps,
  id: string,
  command: Command,
  read: (id: string) => Promise<ReadJob | undefined> = (jobId) => readJob(db, jobId),
): Promise<Changed | undefined> {
  for (let race = 0; race < MAX_RACES; race++) {
    const found = await read(id);
    if (!found) return undefined;
    const decision = decideJob(found.job, command, found.now);
    if (!decision) return { job: found.job, changed: false };
    if (await saveJob(db, found.job, decision.job, decision.event, found.now)) {
      announce(signals, decision.job);
      return { job: decision.job, changed: true };
    }
  }
  throw new Error(`job ${id} changed ${MAX_RACES} times while '${command.type}' was decided`);
}

function announce(signals: Signals, job: Job): void {
  signals.send(OUTBOX_SIGNAL);
  if (job.status === 'QUEUED' || job.status === 'RETRY') signals.send(CLAIMABLE_SIGNAL);
  if (job.completedAt && job.money && !job.money.finalizedAt) signals.send(UNSETTLED_SIGNAL);
}
