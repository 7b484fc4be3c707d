import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { countMembers, type MemberChange, placeOf, placing } from '@rotamer/kit/membership/places.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { DamagedManifest, readManifest } from '@rotamer/kit/results/resultManifest.ts';
import { PermanentFailure, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { type Lanes, startLaneLoop } from '@rotamer/kit/work/lanes.ts';
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

/** Results that one pass claims, over all workspaces; each has its share. */
const BATCH = 50;

/** Manifests of one workspace that are read at the same time: one that is long in coming holds up few. */
const AT_ONCE = 4;

/** Files whose events are written by one statement. */
const FILES_AT_ONCE = 200;

/** A result whose manifest was read: what its job adds to the library. */
interface ReadResult {
  job: Job;
  files: File[];
}

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
 * Those of one workspace, read side by side. What was read while others were being stored is stored together, so that storing
 * takes one connection of the pool.
 *
 * @throws the error of an unavailable store, once all of them have been tried.
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
    // The others were recorded by another replica meanwhile, or their job was deleted.
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

/** The files of these results where they belong; those of a project that is being deleted are left out. */
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
  return startLaneLoop({
    ...deps,
    name: 'record results',
    intervalMs: INTERVAL_MS,
    wokenBy: RESULTS_SIGNAL,
    pass: (lanes) => recordResults(deps, lanes),
  });
}
