import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, signal } from './processes.ts';

/** How to start a server process. */
export interface ServerSpec {
  name: string;
  command: string;
  /** Arguments. They must contain the folder, by which a process left by a killed launcher is identified. */
  args: string[];
  env?: Record<string, string>;
  /** The server's data folder. */
  folder: string;
  logFile: string;
  port: number;
  answers(): Promise<boolean>;
}

/** A running server. */
export interface Server {
  pid: number;
  port: number;
  /** Resolves when the process has exited, for any reason. */
  gone: Promise<void>;
  /** Stops the server. Resolves when the process has exited. */
  stop(): Promise<void>;
}

const startMs = 90_000;
const stopMs = 20_000;

/**
 * Starts a server on its folder and resolves when the server responds. First stops a server that a killed launcher left
 * there. The server leads a separate process group, so that Ctrl-C in the terminal reaches only the launcher.
 *
 * @throws an error with the end of the server's log when it does not start.
 */
export async function startServer(spec: ServerSpec): Promise<Server> {
  const { name, command, args, env, folder, logFile, port, answers } = spec;
  await endLeftover(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'a');
  const logStart = statSync(logFile).size;
  // Files that the server leaves, such as core dumps, stay in its own folder.
  const options = { cwd: folder, env: { ...process.env, ...env }, detached: true } as const;
  const child = spawn(command, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  await once(child, 'spawn');
  const pid = child.pid!;
  writeFileSync(pidFile(folder), String(pid));
  const gone = isGone(child) ? Promise.resolve() : once(child, 'exit').then(() => {});

  for (const end = performance.now() + startMs; !(await answers()); await sleep(50)) {
    if (!isGone(child) && performance.now() < end) continue;
    signal(pid, 'SIGKILL');
    const words = readFileSync(logFile).subarray(logStart).toString().trim().split('\n').slice(-20).join('\n');
    throw new Error(`${name} did not start. ${logFile} says:\n${words}`);
  }
  return { pid, port, gone, stop: () => endProcess(pid, () => isGone(child)) };
}

/** Stops the server that a killed launcher left on this folder, if there is one. */
export async function endLeftover(folder: string): Promise<void> {
  if (!existsSync(pidFile(folder))) return;
  const pid = Number(readFileSync(pidFile(folder), 'utf8'));
  // The pid of an exited process may have been reused by another program.
  await endProcess(pid, () => !commandOf(pid).includes(folder));
}

async function endProcess(pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return;
  signal(pid, 'SIGTERM');
  for (const end = performance.now() + stopMs; !isGone(); await sleep(20)) {
    if (performance.now() > end) signal(pid, 'SIGKILL');
  }
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function pidFile(folder: string): string {
  return join(folder, 'pid');
}
