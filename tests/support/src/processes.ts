import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process of the machine. */
export interface FoundProcess {
  pid: number;
  command: string;
}

/**
 * Returns every process, except this one, that has a folder in its command line, environment or working directory.
 * These are the services of a stack, its PostgreSQL with all children, and running tools.
 */
export function processesOf(folder: string): FoundProcess[] {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  return all.filter(({ pid, text }) => pid !== process.pid && text.includes(folder)).map(toFound);
}

/** Sends SIGKILL to processes at once, as in a power cut. */
export function killAll(processes: FoundProcess[]): void {
  for (const { pid } of processes) kill(pid, 'SIGKILL');
}

/** Sends a signal to a process that may have exited already. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Returns whether a process runs and has a text in its command line. A process that has died may have given its id to another one
 * within minutes.
 */
export function isRunning(pid: number, text: string): boolean {
  const all = process.platform === 'linux' ? [fromPid(String(pid))] : fromPs();
  return all.some((seen) => seen.pid === pid && seen.command.includes(text));
}

interface Seen {
  pid: number;
  /** The texts of the process that may contain the folder. */
  text: string;
  command: string;
}

function fromProc(): Seen[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(fromPid);
}

function fromPid(pid: string): Seen {
  const command = readOf(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  const environment = readOf(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  const folder = readOf(() => readlinkSync(`/proc/${pid}/cwd`));
  return { pid: Number(pid), command, text: `${command}\n${environment}\n${folder}` };
}

/** Returns an empty text for a process that has just exited, is a zombie, or belongs to another user. */
function readOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function fromPs(): Seen[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => {
    const [, pid, text = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
    return { pid: Number(pid), text, command: text.slice(0, 200) };
  });
}

function toFound({ pid, command }: Seen): FoundProcess {
  return { pid, command: command.trim() };
}
