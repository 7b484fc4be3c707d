import { type ProcessEntry, readProc } from './processTable.ts';

/**
 * Whether processes use more than `limit` bytes of anonymous memory; shared libraries and mapped files are not counted.
 * Memory shared by a process and its forked children counts once: a tool of 100 MiB that starts a program is, for a
 * moment, two processes of 100 MiB each.
 */
export function memoryExceeds(processes: ProcessEntry[], limit: number): boolean {
  if (sum(processes, anonymousBytes) <= limit) return false;
  // The exact measurement walks every page of a process, so it is done only when it matters.
  const byPid = new Map(processes.map((entry) => [entry.pid, entry]));
  const own = processes.filter((entry) => !sharesMemoryOf(byPid.get(entry.parent), entry));
  return sum(own, (pid) => proportionalBytes(pid) ?? anonymousBytes(pid)) > limit;
}

/** A vfork child runs in the memory of its parent, which is blocked until the child has started its program. */
function sharesMemoryOf(parent: ProcessEntry | undefined, child: ProcessEntry): boolean {
  return child.forked && parent?.state === 'D' && anonymousBytes(parent.pid) === anonymousBytes(child.pid);
}

function sum(processes: ProcessEntry[], bytes: (pid: number) => number): number {
  return processes.reduce((total, { pid }) => total + bytes(pid), 0);
}

/** All anonymous pages. */
function anonymousBytes(pid: number): number {
  return kibibytes('RssAnon', readProc(pid, 'status')) ?? 0;
}

/** Each anonymous page divided by the number of processes that share it; undefined if it may not be read. */
function proportionalBytes(pid: number): number | undefined {
  return kibibytes('Pss_Anon', readProc(pid, 'smaps_rollup'));
}

function kibibytes(field: string, text: string | undefined): number | undefined {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}
