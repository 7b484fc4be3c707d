import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../processes.ts';
import type { DataFolder } from './dataFolder.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';

const timeoutMs = 60_000;

/** Transient failures: backends of a killed server that are still exiting, or a port taken between choosing and binding. */
const transient = /shared memory block .* is still in use|Address already in use/;

/**
 * Resolves with a responding server of this cluster: the running one, if any, or else one that `launch` starts.
 *
 * @throws an error with the server's log when the server exits or does not respond in time.
 */
export async function bringUp(
  folder: DataFolder,
  launch: () => Promise<Postmaster>,
  answers: (port: number) => Promise<boolean>,
): Promise<Postmaster> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const logStart = existsSync(folder.logFile) ? statSync(folder.logFile).size : 0;
    const log = () => readFileSync(folder.logFile).subarray(logStart).toString().trim();
    const orphan = findPostmaster(folder.cluster);
    const server = orphan ?? (await launch());
    while (!server.isGone()) {
      if (await answers(server.port)) return server;
      if (performance.now() > end) {
        signal(server.pid, 'SIGQUIT');
        throw new Error(`PostgreSQL does not respond. ${folder.logFile} says:\n${log()}`);
      }
      await sleep(10);
    }
    // An orphan that has exited was already stopping when we found it.
    if (!orphan && !transient.test(log())) {
      throw new Error(`PostgreSQL did not start. ${folder.logFile} says:\n${log()}`);
    }
    await sleep(200);
  }
}
