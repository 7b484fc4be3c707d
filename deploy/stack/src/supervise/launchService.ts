import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { signal } from '@rotamer/neighbours/processes.ts';

/** How to start one process of a service. */
export interface ServiceSpec {
  name: string;
  /** The service's main file. */
  main: string;
  env: Record<string, string>;
  /** File to which its output is appended. */
  logFile: string;
}

/** One process of a service. */
export interface ServiceProcess {
  pid: number;
  /** Resolves when the service reports that it is ready; rejects with the reason when it exits before that. */
  ready: Promise<void>;
  /** Resolves with the exit code or signal when it has exited. */
  ended: Promise<string>;
  /** Sends a signal to the process, and SIGKILL to its whole process group. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Starts one process of a service with the same Node. It leads its own process group, so Ctrl-C in the terminal reaches only the
 * launcher, which stops services in order. When the launcher is killed, its IPC channel closes and the service stops.
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
    void ended.then((how) => reject(new Error(`${name} did not start (${how}): ${whyExited(logFile, logStart)}`)));
  });
  ready.catch(() => {}); // also reported by `ended`
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

/** Returns why a service has exited: the fatal error that it logged since `start`, else its last error, else its last output. */
function whyExited(logFile: string, start: number): string {
  const lines = readFileSync(logFile).subarray(start).toString().trim().split('\n');
  const errors = lines.flatMap(parseError);
  // While the service drains after a fatal error, its loops may still log other errors.
  const cause = errors.find(({ fatal }) => fatal) ?? errors.at(-1);
  return `${cause?.text ?? lines.slice(-15).join('\n')}\nSee the full log: ${logFile}`;
}

function parseError(line: string): { fatal: boolean; text: string }[] {
  try {
    const { level, message, err } = JSON.parse(line) as {
      level?: string;
      message?: string;
      err?: { message?: string };
    };
    return err?.message ? [{ fatal: level === 'fatal', text: `${message}: ${err.message}` }] : [];
  } catch {
    return []; // not a log line but Node's own output, shown when there is nothing better
  }
}
