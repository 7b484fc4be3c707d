import { countMembers, type MemberChange, placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { DamagedManifest, readManifest } from '@rotamer/domain/results/resultManifest.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { PermanentFailure, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import type { File } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { insertFiles } from '../file/fileStore.ts';
import { lockLinks } from '../membership/linkedJobs.ts';
import { recordedFiles } from '../results/recordedFiles.ts';
import { claimNoted, type NotedResult, putBack, RECORD_RESULTS, takeNotes } from '../results/resultStore.ts';

/** The signal sent after a commit that queued a result. */
export const RESULTS_SIGNAL = 'results';

const INTERVAL_MS = 5_000;

/** Most results that one pass claims, over all workspaces; each workspace gets a share. */
const BATCH = 50;

/** How many manifests of one workspace are read at the same time, so that a slow one delays few others. */
const AT_ONCE = 4;

/** How many files and their events one statement writes. */
const FILES_AT_ONCE = 200;

/** A result whose manifest has been read, with the files that its job adds to the library. */
interface ReadResult {
  job: Job;
  files: File[];
}

/** Dependencies of a pass. */
export type RecordDeps = Deps & { log: Logger };

/**
 * Adds inputs and outputs of completed jobs to the library; does not touch the bytes. Returns true if there may be
 * more.
 *
 * A result that cannot be recorded is retried with backoff, then dead-lettered, and does not delay the others. Claims
 * expire, so the results that a crashed replica had claimed are claimed again.
 */
export async function recordResults(deps: RecordDeps, workers: WorkspaceWorkers): Promise<boolean> {
  const claimed = await claimNoted(deps.db, BATCH, workers.busy());
  workers.work(claimed, (own) => recordOwn(deps, own));
  return claimed.length === BATCH;
}

/**
 * Records one workspace's results: reads manifests concurrently, and stores the ones that are ready in one transaction.
 * So storing takes only one connection of the pool.
 *
 * @throws the error of an unavailable store, after all results have been tried.
 */
async function recordOwn(deps: RecordDeps, own: NotedResult[]): Promise<void> {
  const store = createBatcher<ReadResult, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    run: (results) => bisect(results, (some) => storeFiles(deps, some)),
  });
  try {
    await workOnEach({ ...deps, work: RECORD_RESULTS, atOnce: AT_ONCE, claimed: true }, own, async ({ job }) => {
      await store({ job, files: await readFiles(deps, job) });
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

async function storeFiles({ db, clock, signals }: Deps, results: ReadResult[]): Promise<undefined[]> {
  await placing(db, async (tx) => {
    const noted = await takeNotes(
      tx,
      results.map(({ job }) => job.id),
    );
    // Results that are no longer in the queue were recorded by another replica, or their job was deleted.
    const files = await place(
      tx,
      results.filter(({ job }) => noted.has(job.id)),
    );
    const changes: MemberChange[] = [];
    for (let i = 0; i < files.length; i += FILES_AT_ONCE) {
      const inserted = await insertFiles(tx, files.slice(i, i + FILES_AT_ONCE));
      await appendOutbox(
        tx,
        inserted.map((file) => fileEvent(file, FileEventType.RECORDED, clock(), '')),
      );
      for (const { workspaceId, projectId } of inserted) changes.push({ workspaceId, projectId, members: 1 });
    }
    await countMembers(tx, changes);
  });
  signals.send(OUTBOX_SIGNAL);
  return results.map(() => undefined);
}

/**
 * Returns the files of these results with their projects. Omits the files of a project that is being deleted with its
 * contents.
 */
async function place(tx: Queryable, results: ReadResult[]): Promise<File[]> {
  const withFiles = results.filter(({ files }) => files.length > 0);
  if (withFiles.length === 0) return [];
  const links = await lockLinks(
    tx,
    withFiles.map(({ job }) => job),
  );
  const placed: File[] = [];
  for (const { job, files } of withFiles) {
    const link = links.get(job.id)!;
    const { deleting, projectId } = await placeOf(tx, job.workspaceId, link.projectId);
    if (!deleting) placed.push(...files.map((file) => ({ ...file, ...link, projectId })));
  }
  return placed;
}

export function startRecording(deps: RecordDeps & { signals: Signals }): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'record results',
    intervalMs: INTERVAL_MS,
    wokenBy: RESULTS_SIGNAL,
    pass: (workers) => recordResults(deps, workers),
  });
}
