import { mkdirSync, rmSync } from 'node:fs';
import { stopPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { endLeftover } from '@rotamer/neighbours/startServer.ts';
import { endLeftovers } from '../supervise/endLeftovers.ts';
import type { DataPaths } from './paths.ts';
import { removeStackFile } from './stackFile.ts';

/**
 * Makes a data folder ready for a start: ends what a killed stack left running on it, forgets its stack file and, when
 * asked to begin anew, deletes what we keep there, and nothing else that may be in the folder.
 */
export async function prepareDataFolder(paths: DataPaths, fresh: boolean): Promise<void> {
  await endLeftovers(paths.stackFile);
  // Also when this start is without them.
  for (const folder of [paths.kafka, paths.s3]) await endLeftover(folder);
  removeStackFile(paths.stackFile);
  if (fresh) {
    await stopPostgres(paths.postgres);
    for (const path of [paths.postgres, paths.kafka, paths.s3, paths.blobs, paths.mail, paths.logs, paths.secrets]) {
      rmSync(path, { recursive: true, force: true });
    }
  }
  for (const folder of [paths.blobs, paths.mail, paths.logs]) mkdirSync(folder, { recursive: true, mode: 0o700 });
}
