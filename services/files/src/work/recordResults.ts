import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { DamagedManifest, readManifest } from '@rotamer/kit/results/resultManifest.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../deps.ts';
import type { File } from '../file/file.ts';
import { fileEvent } from '../file/fileEvent.ts';
import { insertFiles } from '../file/fileStore.ts';
import { recordedFiles } from '../results/recordedFiles.ts';
import { postpone, readNoted, takeNote } from '../results/resultStore.ts';

/** The signal sent after a commit that noted a result. */
export const RESULTS_SIGNAL = 'results';

const INTERVAL_MS = 5_000;
const BATCH = 50;

/**
 * Puts what completed jobs were given and made into the library, without touching the bytes. Answers whether there may
 * be more.
 *
 * @throws the first failure of the store, once the whole batch has been tried.
 */
export async function recordResults(deps: Deps, log: Logger): Promise<boolean> {
  const jobs = await readNoted(deps.db, BATCH);
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      await recordResult(deps, job, log);
    } catch (error) {
      failures.push(error);
      await postpone(deps.db, job.id);
    }
  }
  if (failures.length > 0) throw failures[0];
  return jobs.length === BATCH;
}

async function recordResult({ db, blobs, clock, signals }: Deps, job: Job, log: Logger): Promise<void> {
  const files = await readManifest(blobs, job.manifest!)
    .then((manifest) => recordedFiles(job, manifest, clock()))
    .catch((error): File[] => {
      if (!(error instanceof DamagedManifest)) throw error;
      log.error({ err: error, job_id: job.id }, 'a result cannot be recorded');
      return [];
    });
  await transaction(db, async (tx) => {
    // Recorded by another replica meanwhile, or the job was deleted.
    if (!(await takeNote(tx, job.id))) return;
    const inserted = await insertFiles(tx, files);
    await appendOutbox(
      tx,
      inserted.map((file) => fileEvent(file, FileEventType.RECORDED, clock(), '')),
    );
  });
  signals.send(OUTBOX_SIGNAL);
}

export function startRecording(deps: Deps & { signals: Signals }, log: Logger): Loop {
  const loop = startLoop({
    name: 'record results',
    intervalMs: INTERVAL_MS,
    log,
    pass: () => recordResults(deps, log),
  });
  deps.signals.on(RESULTS_SIGNAL, loop.wake);
  return loop;
}
