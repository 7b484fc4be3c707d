import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { PostgresOptions } from './postgresOptions.ts';
import { commandLine, handOver, type RunAs } from './runAs.ts';

/** The superuser of every embedded server. */
export const user = 'rotamer';

/** The files of an embedded server, all in one folder. */
export interface DataFolder {
  /** The database cluster: initdb's folder. */
  cluster: string;
  /** The superuser's password, mode 600. */
  passwordFile: string;
  /** The port of the last start, so that a restart keeps it. */
  portFile: string;
  /** The server's log, appended to. */
  logFile: string;
}

/** Opens the folder, and initialises it with a random password when it is new. */
export function openDataFolder(options: PostgresOptions, binaries: PostgresBinaries, runAs: RunAs): DataFolder {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const root = realpathSync(options.dataDir);
  const folder: DataFolder = {
    cluster: clusterOf(root),
    passwordFile: join(root, 'password'),
    portFile: join(root, 'port'),
    logFile: options.logFile ?? join(root, 'postgres.log'),
  };
  handOver(runAs, root);
  // The password file is renamed last, after initdb has finished: it marks a complete cluster.
  if (!existsSync(folder.passwordFile)) initialise(folder, binaries, runAs, options.settings?.fsync !== 'off');
  return folder;
}

/** The cluster of a data folder, as a canonical path: server processes are found by it. */
export function clusterOf(dataDir: string): string {
  return join(existsSync(dataDir) ? realpathSync(dataDir) : dataDir, 'cluster');
}

/** The superuser's password. */
export function readPassword(folder: DataFolder): string {
  return readFileSync(folder.passwordFile, 'utf8').trim();
}

function initialise(folder: DataFolder, binaries: PostgresBinaries, runAs: RunAs, sync: boolean): void {
  rmSync(folder.cluster, { recursive: true, force: true }); // incomplete after an interrupted start
  const draft = `${folder.passwordFile}.new`;
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  handOver(runAs, draft);
  const [command, args, account] = commandLine(runAs, binaries.initdb, [
    `--pgdata=${folder.cluster}`,
    `--username=${user}`,
    `--pwfile=${draft}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts the same on every operating system.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ]);
  const result = spawnSync(command, args, { ...account, encoding: 'utf8' });
  if (result.status !== 0) {
    const reason = result.error?.message ?? result.stderr.trim();
    const hint = account ? `\nIt runs as user id ${account.uid}, who must be able to enter this folder.` : '';
    throw new Error(`Cannot initialise PostgreSQL in ${folder.cluster}:\n${reason}${hint}`);
  }
  renameSync(draft, folder.passwordFile);
}
