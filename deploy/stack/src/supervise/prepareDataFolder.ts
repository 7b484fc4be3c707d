import { mkdirSync, rmSync } from 'node:fs';
import { stopPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { endLeftover } from '@rotamer/neighbours/startServer.ts';
import type { DataPaths } from '../folder/paths.ts';
import { removeStackFile } from '../folder/stackFile.ts';
import { endLeftovers } from './endLeftovers.ts';

/**
 * Prepares a data folder for a start: ends processes that a killed stack left running on it, and removes its stack file. For a
 * fresh start it also deletes Rotamer's own data there, but nothing else in the folder.
 */
export async function prepareDataFolder(paths: DataPaths, fresh: boolean): Promise<void> {
  await endLeftovers(paths.stackFile);
  // Also for a start that uses none of these servers.
  for (const folder of [paths.kafka, paths.s3, paths.prometheus]) await endLeftover(folder);
  removeStackFile(paths.stackFile);
  if (fresh) {
    await stopPostgres(paths.postgres);
    const { postgres, kafka, s3, prometheus, blobs, mail, logs, secrets, sampleJob } = paths;
    for (const path of [postgres, kafka, s3, prometheus, blobs, mail, logs, secrets, sampleJob])
      rmSync(path, { recursive: true, force: true });
  }
  for (const folder of [paths.blobs, paths.mail, paths.logs]) mkdirSync(folder, { recursive: true, mode: 0o700 });
}
