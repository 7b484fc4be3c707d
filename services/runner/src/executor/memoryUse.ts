import { type ProcessEntry, readProc } from './processTable.ts';

/**
 * Whether processes have more than `limit` bytes of memory of their own; shared libraries and mapped files are not
 * counted. What a process and its forked children share counts once: a tool of 100 MiB that starts a program is, for a
 * moment, two processes of 100 MiB each.
 */
export function memoryExceeds(processes: ProcessEntry[], limit: number): boolean {
  if (sum(processes, anonymousBytes) <= limit) return false;
  // The exact look walks every page of a process, so it is kept for when it matters.
  const byPid = new Map(processes.map((entry) => [entry.pid, entry]));
  const own = processes.filter((entry) => !borrowsFrom(byPid.get(entry.parent), entry));
  return sum(own, (pid) => proportionalBytes(pid) ?? anonymousBytes(pid)) > limit;
}

/** A child made by vfork lives in the memory of its parent, which waits until the child has started its program. */
function borrowsFrom(parent: ProcessEntry | undefined, child: ProcessEntry): boolean {
  return child.forked && parent?.state === 'D' && anonymousBytes(parent.pid) === anonymousBytes(child.pid);
}

function sum(processes: ProcessEntry[], bytes: (pid: number) => number): number {
  return processes.reduce((total, { pid }) => total + bytes(pid), 0);
}

/** Every anonymous page. */
function anonymousBytes(pid: number): number {
  return kibibytes('RssAnon', readProc(pid, 'status')) ?? 0;
}

/** Of each anonymous page its share among the processes that have it; undefined where that may not be read. */
function proportionalBytes(pid: number): number | undefined {
  return kibibytes('Pss_Anon', readProc(pid, 'smaps_rollup'));
}

function kibibytes(field: string, text: string | undefined): number | undefined {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}
