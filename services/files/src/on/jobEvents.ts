import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import { MAX_ITEMS_BYTES } from '@rotamer/kit/batching/fitting.ts';
import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import { recordDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { oneAtATime } from '@rotamer/kit/process/oneAtATime.ts';
import { Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { lockFilesOfJob } from '../file/fileStore.ts';
import { purgeLinks } from '../membership/linkedJobs.ts';
import { recordResults, takeNotes } from '../results/resultStore.ts';
import { eraseFiles } from '../uploads/eraseFile.ts';
import { RESULTS_SIGNAL } from '../work/recordResults.ts';

export const GROUP = 'files';

/** The events that change the library. */
export const JOB_EVENTS: ReadonlySet<string> = new Set([JobEventType.COMPLETED, JobEventType.DELETED]);

/**
 * How many events are handled at the same time; events of one job stay in order. Results that arrive together are
 * queued together.
 */
export const AT_ONCE = 64;

/**
 * Longest pause between two reads of events while they keep coming. A result takes some twenty statements, most of them for a whole batch,
 * and nobody waits for the library's copy of it.
 */
export const MAX_REST_MS = 250;

/** An event about a job. */
interface Delivery {
  eventId: string;
  job: Job;
}

/**
 * Queues the result of a completed job for recording, and deletes the files recorded from a deleted job. Ignores other
 * events.
 */
export function handleJobEvents({ db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>): Consumer {
  const note = createBatcher<Delivery, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    maxBytes: MAX_ITEMS_BYTES,
    bytesOf: ({ job }) => encodedBytes(Job, job),
    // A result that cannot be stored does not affect the others of its batch.
    run: (deliveries) =>
      bisect(deliveries, async (some) => {
        await transaction(db, (tx) => recordNew(tx, some));
        signals.send(RESULTS_SIGNAL);
        return some.map(() => undefined);
      }),
  });

  // One deletion at a time: the deletion of a project with all its jobs would otherwise use every connection of the
  // pool.
  const inTurn = oneAtATime();

  async function remove({ eventId, job }: Delivery, traceparent: string): Promise<void> {
    await transaction(db, async (tx) => {
      if (!(await recordDeliveries(tx, GROUP, [eventId])).has(eventId)) return;
      await takeNotes(tx, [job.id]);
      await purgeLinks(tx, [job]);
      await eraseFiles(tx, await lockFilesOfJob(tx, job.id), clock(), traceparent);
    });
    signals.send(OUTBOX_SIGNAL);
  }

  return async ({ type, value, traceparent }) => {
    const { eventId, job } = JobEvent.decode(value);
    if (!job) return;
    if (type === JobEventType.COMPLETED) {
      // A job without a result has nothing to record.
      if (!job.manifest) return;
      assertBounded(job);
      await note({ eventId, job });
    } else if (type === JobEventType.DELETED) {
      assertBounded(job);
      await inTurn(() => remove({ eventId, job }, traceparent));
    }
  };
}

async function recordNew(tx: Queryable, deliveries: Delivery[]): Promise<void> {
  const ids = deliveries.map(({ eventId }) => eventId);
  const fresh = await recordDeliveries(tx, GROUP, ids);
  await recordResults(
    tx,
    deliveries.filter(({ eventId }) => fresh.has(eventId)).map(({ job }) => job),
  );
}

/** Longest text of a job, in characters. The limits in jobs are lower; an index entry fails at 2,700 bytes. */
const MAX_TEXT = 500;

/**
 * Refuses texts that are too long for an index, although jobs should never send one.
 *
 * @throws Error, which sends the event to the dead letters.
 */
function assertBounded(job: Job): void {
  const { id, workspaceId, projectId, createdBy, name, tool } = job;
  for (const [field, text] of Object.entries({ id, workspaceId, projectId, createdBy, name, tool })) {
    if (text && text.length > MAX_TEXT) throw new Error(`job.${field} has more than ${MAX_TEXT} characters`);
  }
}
