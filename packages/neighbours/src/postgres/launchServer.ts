import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { PostgresBinaries } from './binaries.ts';
import type { DataFolder } from './dataFolder.ts';
import { type Postmaster, repairPidFile } from './postmaster.ts';
import { commandLine, type RunAs } from './runAs.ts';

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300', // every replica of every service has a pool
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // After a crash a single call flushes the file system, instead of one per file of every database (measured: 4.7 s).
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/**
 * Starts a server process on this cluster, without waiting until it is ready. The process leads a separate process group,
 * so that Ctrl-C in the terminal reaches only the launcher, which stops the server last. The server logs to a file, not to
 * a pipe, so that it survives a killed launcher and the next launcher can take it over.
 */
export async function launchServer(
  binaries: PostgresBinaries,
  runAs: RunAs,
  folder: DataFolder,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster> {
  repairPidFile(folder.cluster);
  const all = Object.entries({ ...defaults, ...settings, port: String(port) });
  const [command, args, account] = commandLine(runAs, binaries.postgres, [
    '-D',
    folder.cluster,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openSync(folder.logFile, 'a');
  try {
    const child = spawn(command, args, { ...account, stdio: ['ignore', log, log], detached: true });
    await once(child, 'spawn');
    // The command line does not identify the process: it is empty while `unshare` turns into `postgres`.
    return { pid: child.pid!, port, isGone: () => child.exitCode !== null || child.signalCode !== null };
  } finally {
    closeSync(log);
  }
}
