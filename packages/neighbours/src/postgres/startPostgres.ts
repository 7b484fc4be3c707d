import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from '../freePort.ts';
import { signal } from '../processes.ts';
import { findBinaries } from './binaries.ts';
import { bringUp } from './bringUp.ts';
import { answers, createMissingDatabases } from './databases.ts';
import { clusterOf, openDataFolder, readPassword, user } from './dataFolder.ts';
import { launchServer } from './launchServer.ts';
import type { PostgresOptions } from './postgresOptions.ts';
import { findPostmaster, isPostmaster, untilGone } from './postmaster.ts';
import { chooseRunAs } from './runAs.ts';

/** A running embedded PostgreSQL server. */
export interface Postgres {
  port: number;
  pid: number;
  /** Returns the connection URL of one of its databases, including superuser and password. */
  url(database: string): string;
  /** Resolves when the server has exited, for any reason. */
  gone: Promise<void>;
  /** Fast shutdown: aborts open transactions, writes a checkpoint, resolves when the process has exited. */
  stop(): Promise<void>;
}

/** Timeout of the fast shutdown. An immediate shutdown follows; the next start then replays the write-ahead log. */
const fastShutdownMs = 20_000;

/**
 * Starts the embedded PostgreSQL server of a data folder, on loopback only, or takes over the server that a crashed
 * launcher left running there. Resolves when the server responds and has the requested databases.
 *
 * @throws an error with the end of the server's log when it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { settings = {}, databases } = options;
  const binaries = findBinaries();
  const runAs = chooseRunAs(binaries.postgres);
  const folder = openDataFolder(options, binaries, runAs);
  const password = readPassword(folder);
  const url = (port: number, database: string) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

  const { pid, port } = await bringUp(
    folder,
    async () => launchServer(binaries, runAs, folder, await choosePort(options.port, folder.portFile), settings),
    (port) => answers(url(port, 'postgres')),
  );
  writeFileSync(folder.portFile, String(port));
  await createMissingDatabases(url(port, 'postgres'), databases);
  return {
    port,
    pid,
    url: (database) => url(port, database),
    gone: untilGone(pid, folder.cluster, { ref: false }),
    stop: () => stopServer(pid, folder.cluster),
  };
}

/** Stops the server that a killed launcher left on this data folder, if there is one. */
export async function stopPostgres(dataDir: string): Promise<void> {
  const cluster = clusterOf(dataDir);
  const orphan = findPostmaster(cluster);
  if (orphan) await stopServer(orphan.pid, cluster);
}

async function stopServer(pid: number, cluster: string): Promise<void> {
  if (isPostmaster(pid, cluster)) signal(pid, 'SIGINT');
  await untilGone(pid, cluster, { timeoutMs: fastShutdownMs });
  if (isPostmaster(pid, cluster)) signal(pid, 'SIGQUIT');
  await untilGone(pid, cluster);
}

/**
 * Returns the port for a server about to start: the requested port; else the port saved in `portFile` by an earlier
 * start, so that a restart keeps its address; else any free port.
 *
 * @throws when the requested port is in use.
 */
async function choosePort(wanted: number | undefined, portFile: string): Promise<number> {
  if (wanted) {
    if (await isFree(wanted)) return wanted;
    throw new Error(`Port ${wanted} is in use by another program: choose another one for PostgreSQL, or none.`);
  }
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  return remembered > 0 && (await isFree(remembered)) ? remembered : await freePort();
}
