import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** Of its main thread: R runs, S sleeps, D waits for the kernel. */
  state: string;
  /** It is a copy of its parent that has not started a program of its own. */
  forked: boolean;
  /** Ticks since boot: with the pid, the identity of a process. */
  startedAt: string;
}

/** PF_FORKNOEXEC in the kernel's flags of a process. */
const FORKED = 0x40;

let table: ProcessEntry[] = [];
let readAt = Number.NEGATIVE_INFINITY;

/** All living processes of the machine as they were at most `maxAgeMs` ago, so that many watches share one look. Empty without /proc. */
export function listProcesses(maxAgeMs: number): ProcessEntry[] {
  if (performance.now() - readAt < maxAgeMs) return table;
  table = pids().flatMap((pid) => readEntry(pid) ?? []);
  readAt = performance.now();
  return table;
}

/** One process as it is now; undefined when it is gone. */
export function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses and may hold anything; fields are counted after its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not asked yet.
  if (fields[0] === 'Z') return undefined;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    state: fields[0]!,
    forked: (Number(fields[6]) & FORKED) !== 0,
    startedAt: fields[19]!,
  };
}

/** Threads of all processes of a user: what the kernel holds against a limit of tasks. */
export function countTasks(uid: number): number {
  const statuses = pids().map((pid) => readProc(pid, 'status') ?? '');
  return statuses
    .filter((status) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? -1) === uid)
    .reduce((sum, status) => sum + Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1] ?? 0), 0);
}

/** Ends every process whose current directory lies in a folder; answers how many there were. */
export function killProcessesIn(folder: string): number {
  const inside = pids().filter((pid) => currentDirectory(pid).startsWith(`${folder}/`));
  for (const pid of inside) killProcess(pid);
  return inside.length;
}

/** SIGKILL to a process, or with a negative number to a group; one that is gone is no error. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function pids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function currentDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // it ended meanwhile, or belongs to somebody else
  }
}

/** A file of /proc about a process; undefined when it is gone or somebody else's. */
export function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
