import { join } from 'node:path';
import { startBlobDeletion } from '@rotamer/kit/blobs/blobDeletions.ts';
import { removeLeftovers } from '@rotamer/kit/blobs/fsBlobs.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { openBus } from '@rotamer/kit/bus/openBus.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { startRelay } from '@rotamer/kit/outbox/startRelay.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/process/run.ts';
import { filesConfig } from './config.ts';
import { GROUP, hearJobEvents } from './on/jobEvents.ts';
import { services } from './rpcTable.ts';
import { startRecording } from './work/recordResults.ts';
import { startSweep } from './work/sweep.ts';

/** Nobody writes to an object of the fs blob store any more after so long a pause. */
const LEFTOVER_MS = 3_600_000;

await run('files', async ({ log, onStop }) => {
  const config = loadConfig(filesConfig, process.env);
  const url = config.postgresUrl;

  await migrateService(url, join(import.meta.dirname, '../migrations'), log);
  const db = openDb({ url, name: 'files', log });
  onStop('db', () => db.end());

  const signals = startSignals({ url, db, log });
  onStop('signals', signals.stop);

  const bus = await openBus(config, log);
  onStop('bus', bus.stop);

  const relay = startRelay({ url, bus, signals, log });
  onStop('relay', relay.stop);

  const blobs = await openBlobs(config);
  if (config.blobsDir) await removeLeftovers(config.blobsDir, new Date(Date.now() - LEFTOVER_MS));
  const deps = { db, blobs, clock: systemClock, signals };
  const deletion = startBlobDeletion({ ...deps, log });
  onStop('blob deletion', deletion.stop);
  const recording = startRecording({ ...deps, log });
  onStop('recording', recording.stop);
  const hearing = await bus.consume('jobs.events.v1', GROUP, hearJobEvents(deps));
  onStop('job events', hearing.stop);
  const sweep = startSweep(deps, log);
  onStop('sweep', sweep.stop);

  const { listen, callers } = config;
  const server = await startGrpcServer({ listen, callers, services: services(deps), log });
  onStop('grpc', server.stop);
});
