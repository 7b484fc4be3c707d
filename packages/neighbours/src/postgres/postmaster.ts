import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf } from '../processes.ts';

/** The server that owns a cluster folder. */
export interface Postmaster {
  pid: number;
  port: number;
  isGone(): boolean;
}

/** Returns the live server of this cluster folder; undefined without one, also when a stale `postmaster.pid` exists. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  if (lines === undefined) return undefined;
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const isGone = () => !isPostmaster(pid, cluster);
  return isGone() ? undefined : { pid, port, isGone };
}

/**
 * Repairs a `postmaster.pid` that a crash left and whose pid another program has now: PostgreSQL would mistake that program
 * for a running server and refuse to start. The file is kept, with our own pid, which PostgreSQL ignores because we are its
 * parent. So PostgreSQL still checks for processes that use the old shared memory.
 */
export function repairPidFile(cluster: string): void {
  const lines = readPidFile(cluster);
  if (lines === undefined || findPostmaster(cluster)) return;
  writeFileSync(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

/** Returns whether this process is still the server of this cluster folder. */
export function isPostmaster(pid: number, cluster: string): boolean {
  return commandOf(pid).includes(`-D ${cluster} `);
}

/**
 * Resolves when the process is no longer the server of this cluster folder, or after `timeoutMs` (default: never).
 * With `ref: false` the waiting does not keep our process alive.
 */
export async function untilGone(
  pid: number,
  cluster: string,
  { timeoutMs = Number.POSITIVE_INFINITY, ref = true } = {},
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (isPostmaster(pid, cluster) && performance.now() < end) await sleep(50, undefined, { ref });
}

function readPidFile(cluster: string): string[] | undefined {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined;
}
