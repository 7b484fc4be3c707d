import { setTimeout as sleep } from 'node:timers/promises';
import { memoryExceeds } from './memoryUse.ts';
import { killProcess, killProcessesIn, listProcesses, type ProcessEntry, readEntry } from './processTable.ts';

/** All descendants of a process, including those that left its group or were orphaned since the last scan. */
export interface ProcessTree {
  /** The pids of living processes. */
  members(): number[];
  /** Whether all of them together use more than `limit` bytes of memory. */
  memoryExceeds(limit: number): boolean;
  /** The processor time of the process that used most; undefined where the processes of the machine cannot be listed. */
  processorMs(): number | undefined;
  /** Also finds processes that started since the last scan. */
  rescan(): void;
  kill(): void;
  /** Kills remaining processes. Afterwards nothing writes to the attempt's folder any more. */
  killLeftovers(): Promise<void>;
}

/** The monitors of all attempts share a scan of at most this age. */
const SCAN_AGE_MS = 100;

/** Without namespaces, a process that escapes between two scans is found by its working directory. */
export function createProcessTree(root: number, folder: string): ProcessTree {
  let known = new Map<number, ProcessEntry>();

  function scan(maxAgeMs: number): ProcessEntry[] {
    const entries = listProcesses(maxAgeMs);
    const alive = new Map<number, ProcessEntry>();
    for (const entry of entries) {
      if (known.get(entry.pid)?.startedAt === entry.startedAt) alive.set(entry.pid, entry);
    }
    let before = -1;
    while (alive.size > before) {
      before = alive.size;
      for (const entry of entries) {
        if (entry.pid === root || entry.group === root || alive.has(entry.parent)) alive.set(entry.pid, entry);
      }
    }
    // The list may say how a process was a second ago.
    known = new Map();
    for (const { pid, startedAt } of alive.values()) {
      const now = readEntry(pid);
      if (now?.startedAt === startedAt) known.set(pid, now);
    }
    return [...known.values()];
  }

  /** An old scan could contain pids that have been reused. */
  function kill(): void {
    killProcess(-root);
    for (const { pid } of scan(0)) killProcess(pid);
  }

  return {
    members: () => scan(SCAN_AGE_MS).map(({ pid }) => pid),
    memoryExceeds: (limit) => memoryExceeds(scan(SCAN_AGE_MS), limit),
    processorMs() {
      const times = scan(SCAN_AGE_MS).map(({ processorMs }) => processorMs);
      return times.length > 0 ? Math.max(...times) : undefined;
    },
    rescan: () => void scan(0),
    kill,
    async killLeftovers() {
      while (scan(0).length + killProcessesIn(folder) > 0) {
        kill();
        await sleep(20);
      }
    },
  };
}
