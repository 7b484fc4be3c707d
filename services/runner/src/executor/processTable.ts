import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** Ticks since boot: with the pid, the identity of a process. */
  startedAt: string;
}

const MAX_AGE_MS = 100;
let table: ProcessEntry[] = [];
let readAt = Number.NEGATIVE_INFINITY;

/** All processes of the machine, at most 100 ms old, so that many watches share one look. Empty without /proc. */
export function listProcesses(): ProcessEntry[] {
  if (performance.now() - readAt < MAX_AGE_MS) return table;
  table = pids().flatMap((pid) => readEntry(pid) ?? []);
  readAt = performance.now();
  return table;
}

/** The pids of /proc right now. */
export function pids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** One process as it is now; undefined when it is gone. */
export function readEntry(pid: number): ProcessEntry | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses and may hold anything; fields are counted after its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not asked yet.
  if (fields[0] === 'Z') return undefined;
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), startedAt: fields[19]! };
}

/** Memory that is the process's own, in bytes: shared libraries and mapped files are not counted. */
export function anonymousBytes(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '');
  return Number(found?.[1] ?? 0) * 1024;
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined; // it ended meanwhile
  }
}
