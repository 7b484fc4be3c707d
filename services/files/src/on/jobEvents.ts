import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { firstHearing } from '@rotamer/kit/outbox/inbox.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { deleteFilesOfJob } from '../file/fileStore.ts';
import { noteResult, takeNote } from '../results/resultStore.ts';
import { RESULTS_SIGNAL } from '../work/recordResults.ts';

export const GROUP = 'files';

/** A completed job's result is to be recorded; a deleted job's records go. Everything else is no concern of the library. */
export function hearJobEvents({ db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>): Consumer {
  return async ({ type, value, traceparent }) => {
    if (type !== JobEventType.COMPLETED && type !== JobEventType.DELETED) return;
    const { eventId, job } = JobEvent.decode(value);
    // A job that left no result leaves nothing to remember either.
    if (!job || (type === JobEventType.COMPLETED && !job.manifest)) return;
    await transaction(db, async (tx) => {
      if (!(await firstHearing(tx, GROUP, eventId))) return;
      if (type === JobEventType.COMPLETED) return noteResult(tx, job);
      await takeNote(tx, job.id);
      const gone = await deleteFilesOfJob(tx, job.id);
      await appendOutbox(
        tx,
        gone.map((file) => fileEvent(file, FileEventType.DELETED, clock(), traceparent)),
      );
    });
    signals.send(type === JobEventType.COMPLETED ? RESULTS_SIGNAL : OUTBOX_SIGNAL);
  };
}
