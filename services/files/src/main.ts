import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { startBlobDeletion } from '@rotamer/kit/blobs/blobDeletions.ts';
import { removeStaleUploads } from '@rotamer/kit/blobs/fsBlobs.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openDatabase, openPublishingBus, serveRpcs } from '@rotamer/kit/service/serviceParts.ts';
import { configSchema } from './config.ts';
import { AT_ONCE, GROUP, handleJobEvents, JOB_EVENTS, MAX_REST_MS } from './on/jobEvents.ts';
import { rpcTable } from './rpcTable.ts';
import { startRecording } from './work/recordResults.ts';
import { startSweep } from './work/sweep.ts';

/** Unfinished objects of the fs blob store are deleted after this long without a write: a crash left them behind. */
const LEFTOVER_MS = 3_600_000;

await run('files', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname);
  const { bus, signals } = await openPublishingBus(life, config, db);
  const blobs = await openBlobs(config, blobAccess.files);
  if (config.blobsDir) await removeStaleUploads(config.blobsDir, new Date(Date.now() - LEFTOVER_MS));

  const deps = { db, blobs, clock: systemClock, signals, log };
  onStop('blob deletion', startBlobDeletion(deps).stop);
  onStop('recording', startRecording(deps).stop);
  const ofJobs = { atOnce: AT_ONCE, types: JOB_EVENTS, maxRestMs: MAX_REST_MS };
  const handling = await bus.consume('jobs.events.v1', GROUP, handleJobEvents(deps), ofJobs);
  onStop('job events', handling.stop);
  onStop('sweep', startSweep(deps).stop);

  await serveRpcs(life, config, rpcTable(deps));
});
