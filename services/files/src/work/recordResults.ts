import type { Signals } from '@rotamer/kit/db/signals.ts';
import { startWokenLoop } from '@rotamer/kit/db/startWokenLoop.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { countMembers, placeOf, placing } from '@rotamer/kit/projects/places.ts';
import { DamagedManifest, readManifest } from '@rotamer/kit/results/resultManifest.ts';
import { PermanentFailure, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { insertFiles } from '../file/fileStore.ts';
import { lockLink } from '../projects/linkedJobs.ts';
import { recordedFiles } from '../results/recordedFiles.ts';
import { RECORD_RESULTS, readNoted, takeNote } from '../results/resultStore.ts';

/** The signal sent after a commit that queued a result. */
export const RESULTS_SIGNAL = 'results';

const INTERVAL_MS = 5_000;
const BATCH = 50;

/** Dependencies of a pass. */
export type RecordDeps = Deps & { log: Logger };

/** Files whose events are written by one statement. */
const FILES_AT_ONCE = 200;

/**
 * Adds inputs and outputs of completed jobs to the library, without touching the bytes. Returns whether there may be more. A
 * result that cannot be recorded is retried later, then parked, and does not hold up the others.
 *
 * @throws the error of an unavailable store, once the whole batch has been tried.
 */
export async function recordResults(deps: RecordDeps): Promise<boolean> {
  const jobs = await readNoted(deps.db, BATCH);
  await workOnEach({ ...deps, work: RECORD_RESULTS }, jobs, (job) => recordResult(deps, job));
  return jobs.length === BATCH;
}

async function recordResult({ db, blobs, clock, signals }: Deps, job: Job): Promise<void> {
  const manifest = await readManifest(blobs, job.manifest!).catch((error) => {
    throw error instanceof DamagedManifest ? new PermanentFailure(error.message) : error;
  });
  const files = recordedFiles(job, manifest, clock());
  await placing(db, async (tx) => {
    // Recorded by another replica meanwhile, or the job was deleted.
    if (!(await takeNote(tx, job.id))) return;
    const { workspaceId } = job;
    const link = await lockLink(tx, job);
    const { deleting, projectId } = await placeOf(tx, workspaceId, link.projectId);
    if (deleting) return;
    let count = 0;
    for (let i = 0; i < files.length; i += FILES_AT_ONCE) {
      const placed = files.slice(i, i + FILES_AT_ONCE).map((file) => ({ ...file, ...link, projectId }));
      const inserted = await insertFiles(tx, placed);
      await appendOutbox(
        tx,
        inserted.map((file) => fileEvent(file, FileEventType.RECORDED, clock(), '')),
      );
      count += inserted.length;
    }
    await countMembers(tx, [{ workspaceId, projectId, members: count }]);
  });
  signals.send(OUTBOX_SIGNAL);
}

export function startRecording(deps: RecordDeps & { signals: Signals }): Loop {
  return startWokenLoop({
    name: 'record results',
    intervalMs: INTERVAL_MS,
    signals: deps.signals,
    wokenBy: RESULTS_SIGNAL,
    log: deps.log,
    pass: () => recordResults(deps),
  });
}
