import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** State of its main thread: R running, S sleeping, D waiting for the kernel. */
  state: string;
  /** Whether it is a fork of its parent that has not called exec. */
  forked: boolean;
  /** Processor time of all its threads, without its children. */
  processorMs: number;
  /** Ticks since boot. With the pid, the identity of a process. */
  startedAt: string;
}

/** Linux counts processor time in hundredths of a second (sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10;

/** PF_FORKNOEXEC in the kernel's flags of a process. */
const FORKED = 0x40;

/** A machine may have thousands of processes, and most live for long: those of an earlier scan are read again after this time. */
const REREAD_MS = 1_000;

let table: ProcessEntry[] = [];
let readAt = Number.NEGATIVE_INFINITY;
let allReadAt = Number.NEGATIVE_INFINITY;

/**
 * Returns all living processes of the machine, from a scan that is at most `maxAgeMs` old, so that monitors share it. What is said of a
 * process may be a second older, unless `maxAgeMs` is 0. Empty without /proc.
 */
export function listProcesses(maxAgeMs: number): ProcessEntry[] {
  const now = performance.now();
  if (now - readAt < maxAgeMs) return table;
  const readsAll = maxAgeMs === 0 || now - allReadAt >= REREAD_MS;
  const known = new Map(readsAll ? [] : table.map((entry) => [entry.pid, entry]));
  table = pids().flatMap((pid) => known.get(pid) ?? readEntry(pid) ?? []);
  readAt = now;
  if (readsAll) allReadAt = now;
  return table;
}

/** Returns the present state of one process. Undefined: it has ended. */
export function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses and may hold anything; fields are counted after its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has exited; its parent has not reaped it yet.
  if (fields[0] === 'Z') return undefined;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    state: fields[0]!,
    processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    forked: (Number(fields[6]) & FORKED) !== 0,
    startedAt: fields[19]!,
  };
}

/** Counts the threads of all processes of a user, as the kernel does for the task limit. */
export function countTasks(uid: number): number {
  const statuses = pids().map((pid) => readProc(pid, 'status') ?? '');
  return statuses
    .filter((status) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? -1) === uid)
    .reduce((sum, status) => sum + Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1] ?? 0), 0);
}

/** Kills every process whose current directory is a folder or below it. Returns how many there were. */
export function killProcessesIn(folder: string): number {
  const inside = pids().filter((pid) => `${currentDirectory(pid)}/`.startsWith(`${folder}/`));
  for (const pid of inside) killProcess(pid);
  return inside.length;
}

/** Sends SIGKILL to a process, or to a group if the number is negative. A process that has already ended is not an error. */
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
    return ''; // it exited meanwhile, or belongs to another user
  }
}

/** Reads a file of /proc about a process. Returns undefined if the process has exited or belongs to another user. */
export function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
