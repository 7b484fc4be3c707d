import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { type Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { wakeRefused } from '../children/dueChildren.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { hearJobs } from '../commands/recordJobs.ts';
import type { Deps } from '../deps.ts';
import { readParentRef } from '../engine/child.ts';

export const GROUP = 'workflows';

/** The events after which a job has ended, or after which its amount is final. */
export const JOB_EVENTS: ReadonlySet<string> = new Set([
  JobEventType.COMPLETED,
  JobEventType.FAILED,
  JobEventType.TIMEOUT,
  JobEventType.CANCELLED,
  JobEventType.BUDGET_EXCEEDED,
  JobEventType.SETTLED,
]);

/** Number of events that are recorded together. Events of one job keep their order. */
export const AT_ONCE = 64;

/**
 * Handles `JOB_EVENTS`: records how children of runs ended and what they cost, and makes refused children due for the places that became
 * free. Needs no inbox: a row only accepts a newer version of its job, so a repeated event changes nothing.
 */
export function handleJobEvents({ db, signals }: Pick<Deps, 'db' | 'signals'>): Consumer {
  const note = createBatcher<Job, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    // A job that cannot be stored must not block the others.
    run: (jobs) =>
      bisect(jobs, async (some) => {
        await hearJobs({ db, signals }, some);
        return some.map(() => undefined);
      }),
  });
  const wake = createBatcher<string, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    run: async (workspaceIds) => {
      if (await wakeRefused(db, workspaceIds)) signals.send(WORK_SIGNALS.launch);
      return workspaceIds.map(() => undefined);
    },
  });
  return async ({ type, value }) => {
    const { job } = JobEvent.decode(value);
    if (!job || !isTerminal(job.status)) return;
    const isChild = readParentRef(job.parentRef) !== undefined;
    const isOver = type !== JobEventType.SETTLED;
    await Promise.all([isChild && note(job), isOver && wake(job.workspaceId)]);
  };
}
