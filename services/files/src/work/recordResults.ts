import type { Signals } from '@rotamer/kit/db/signals.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { oneAtATime } from '@rotamer/kit/process/oneAtATime.ts';
import { countMembers, placeOf, placing } from '@rotamer/kit/projects/places.ts';
import { DamagedManifest, readManifest } from '@rotamer/kit/results/resultManifest.ts';
import { PermanentFailure, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { type Lanes, startLaneLoop } from '@rotamer/kit/work/lanes.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import type { File } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { insertFiles } from '../file/fileStore.ts';
import { lockLink } from '../projects/linkedJobs.ts';
import { recordedFiles } from '../results/recordedFiles.ts';
import { claimNoted, type NotedResult, putBack, RECORD_RESULTS, takeNote } from '../results/resultStore.ts';

/** The signal sent after a commit that queued a result. */
export const RESULTS_SIGNAL = 'results';

const INTERVAL_MS = 5_000;

/** Results that one pass claims, over all workspaces; each has its share. */
const BATCH = 50;

/** Manifests of one workspace that are read at the same time: one that is long in coming holds up few. */
const AT_ONCE = 4;

/** Files whose events are written by one statement. */
const FILES_AT_ONCE = 200;

/** Dependencies of a pass. */
export type RecordDeps = Deps & { log: Logger };

/**
 * Adds inputs and outputs of completed jobs to the library, without touching the bytes. Returns whether there may be more. A
 * result that cannot be recorded is retried later, then parked, and does not hold up the others. A claim is good for a while,
 * so what a crash leaves behind is claimed again.
 */
export async function recordResults(deps: RecordDeps, lanes: Lanes): Promise<boolean> {
  const claimed = await claimNoted(deps.db, BATCH, lanes.busy());
  lanes.work(claimed, (own) => recordOwn(deps, own));
  return claimed.length === BATCH;
}

/**
 * Those of one workspace: read side by side, stored one after the other, so that storing takes one connection of the pool.
 *
 * @throws the error of an unavailable store, once all of them have been tried.
 */
async function recordOwn(deps: RecordDeps, own: NotedResult[]): Promise<void> {
  const inTurn = oneAtATime();
  try {
    await workOnEach({ ...deps, work: RECORD_RESULTS, atOnce: AT_ONCE }, own, async ({ job }) => {
      const files = await readFiles(deps, job);
      await inTurn(() => storeFiles(deps, job, files));
    });
  } finally {
    await putBack(
      deps.db,
      own.map(({ id }) => id),
    );
  }
}

async function readFiles({ blobs, clock }: Deps, job: Job): Promise<File[]> {
  const manifest = await readManifest(blobs, job.manifest!).catch((error) => {
    throw error instanceof DamagedManifest ? new PermanentFailure(error.message) : error;
  });
  return recordedFiles(job, manifest, clock());
}

async function storeFiles({ db, clock, signals }: Deps, job: Job, files: File[]): Promise<void> {
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
  return startLaneLoop({
    ...deps,
    name: 'record results',
    intervalMs: INTERVAL_MS,
    wokenBy: RESULTS_SIGNAL,
    pass: (lanes) => recordResults(deps, lanes),
  });
}
