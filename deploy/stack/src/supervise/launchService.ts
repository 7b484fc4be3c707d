import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { signal } from '@rotamer/neighbours/processes.ts';

/** How to start one process of a service. */
export interface ServiceSpec {
  name: string;
  /** The service's main file. */
  main: string;
  env: Record<string, string>;
  /** Its output is appended here. */
  logFile: string;
}

/** One life of a service process. */
export interface ServiceProcess {
  pid: number;
  /** Resolves when the service says that it is ready; rejects with its own words when it ends before. */
  ready: Promise<void>;
  /** Resolves when it has ended, saying how. */
  ended: Promise<string>;
  /** To the process and, with SIGKILL, to all that it started in its process group. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Starts one process of a service with this same Node. It leads a process group of its own, so that Ctrl-C in the
 * terminal reaches the launcher only, which drains in order; the IPC channel ends it when the launcher is killed.
 */
export function launchService({ name, main, env, logFile }: ServiceSpec): ServiceProcess {
  const log = openSync(logFile, 'a');
  const logStart = statSync(logFile).size;
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', log, log, 'ipc'], detached: true });
  closeSync(log);

  const ended = endOf(child);
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if ((message as { ready?: boolean }).ready) resolve();
    });
    void ended.then((how) => reject(new Error(`${name} did not start (${how}): ${lastWords(logFile, logStart)}`)));
  });
  ready.catch(() => {}); // whoever does not wait for it hears of the end all the same
  const pid = child.pid ?? 0;
  return {
    pid,
    ready,
    ended,
    signal: (what) => signal(what === 'SIGKILL' ? -pid : pid, what),
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** The last error that a service logged since `start`, else the end of what it wrote. */
function lastWords(logFile: string, start: number): string {
  const lines = readFileSync(logFile).subarray(start).toString().trim().split('\n');
  const errors = lines.flatMap((line) => {
    try {
      const { message, err } = JSON.parse(line) as { message?: string; err?: { message?: string } };
      return err?.message ? [`${message}: ${err.message}`] : [];
    } catch {
      return []; // not a log line: Node's own words, shown when there is nothing better
    }
  });
  return `${errors.at(-1) ?? lines.slice(-15).join('\n')}\nThe whole log is in ${logFile}`;
}
