import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { recordDelivery } from '@rotamer/kit/outbox/inbox.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { type Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { eraseFiles } from '../file/eraseFile.ts';
import { lockFilesOfJob } from '../file/fileStore.ts';
import { forgetLink } from '../projects/linkedJobs.ts';
import { noteResult, takeNote } from '../results/resultStore.ts';
import { RESULTS_SIGNAL } from '../work/recordResults.ts';

export const GROUP = 'files';

/** The events that change the library. */
export const JOB_EVENTS: ReadonlySet<string> = new Set([JobEventType.COMPLETED, JobEventType.DELETED]);

/** Notes the result of a completed job for recording, and deletes the records of a deleted one. Ignores all other events. */
export function handleJobEvents({ db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>): Consumer {
  return async ({ type, value, traceparent }) => {
    // The bus brings no others; one that came all the same would be taken for a deletion.
    if (!JOB_EVENTS.has(type)) return;
    const { eventId, job } = JobEvent.decode(value);
    // Without a result there is nothing to record.
    if (!job || (type === JobEventType.COMPLETED && !job.manifest)) return;
    assertBounded(job);
    await transaction(db, async (tx) => {
      if (!(await recordDelivery(tx, GROUP, eventId))) return;
      if (type === JobEventType.COMPLETED) return noteResult(tx, job);
      await takeNote(tx, job.id);
      await forgetLink(tx, job);
      await eraseFiles(tx, await lockFilesOfJob(tx, job.id), clock(), traceparent);
    });
    signals.send(type === JobEventType.COMPLETED ? RESULTS_SIGNAL : OUTBOX_SIGNAL);
  };
}

/** Length of texts of a job, in characters: jobs has tighter limits, and an index entry fails at 2,700 bytes. */
const MAX_TEXT = 500;

/** @throws Error, which sends the event to the dead letters: what would break an index is refused whoever sent it. */
function assertBounded(job: Job): void {
  const { id, workspaceId, projectId, createdBy, name, tool } = job;
  for (const [field, text] of Object.entries({ id, workspaceId, projectId, createdBy, name, tool })) {
    if (text && text.length > MAX_TEXT) throw new Error(`job.${field} has more than ${MAX_TEXT} characters`);
  }
}
