import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { isTerminal } from '@rotamer/kit/jobStatus.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { WORK_SIGNALS } from '../run/changeAttempt.ts';
import { wakeRefused } from '../run/dueChildren.ts';
import { noteJobs } from '../run/noteJobs.ts';

export const GROUP = 'workflows';

/** The events after which a job has ended, or its amount is known. */
const OF_INTEREST: ReadonlySet<string> = new Set([
  JobEventType.COMPLETED,
  JobEventType.FAILED,
  JobEventType.TIMEOUT,
  JobEventType.CANCELLED,
  JobEventType.BUDGET_EXCEEDED,
  JobEventType.SETTLED,
]);

/**
 * Notes how the children of runs ended and what they cost, and lets a refused child take the place that became free. Without
 * an inbox: a row takes over only a newer version of its job, so a repeated event changes nothing.
 */
export function handleJobEvents({ db, signals }: Pick<Deps, 'db' | 'signals'>): Consumer {
  return async ({ type, value }) => {
    if (!OF_INTEREST.has(type)) return;
    const { job } = JobEvent.decode(value);
    if (!job || !isTerminal(job.status)) return;
    if ((await noteJobs(db, [job])) > 0) signals.send(WORK_SIGNALS.collect);
    if (type === JobEventType.SETTLED) return;
    if (await wakeRefused(db, job.workspaceId)) signals.send(WORK_SIGNALS.launch);
  };
}
