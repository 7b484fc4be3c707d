import { setTimeout as sleep } from 'node:timers/promises';
import { memoryExceeds } from './memoryUse.ts';
import { killProcess, killProcessesIn, listProcesses, type ProcessEntry } from './processTable.ts';

/** Every process that descends from one: also those that left its group or were orphaned since they were last seen. */
export interface ProcessTree {
  /** Looks again; the pids of those alive. */
  members(): number[];
  /** Whether they have more than `limit` bytes of memory together. */
  memoryExceeds(limit: number): boolean;
  kill(): void;
  /** Ends whoever is left; afterwards nobody writes to the attempt's folder any more. */
  killLeftovers(): Promise<void>;
}

/** Watches of all attempts share a look of this age. */
const WATCH_AGE_MS = 100;

/** Where there are no namespaces, a process that hides faster than anybody looks is still found by where it works. */
export function createProcessTree(root: number, folder: string): ProcessTree {
  let known = new Map<number, ProcessEntry>();

  function look(maxAgeMs: number): ProcessEntry[] {
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
    known = alive;
    return [...alive.values()];
  }

  /** An old look would name pids that are somebody else's by now. */
  function kill(): void {
    killProcess(-root);
    for (const { pid } of look(0)) killProcess(pid);
  }

  return {
    members: () => look(WATCH_AGE_MS).map(({ pid }) => pid),
    memoryExceeds: (limit) => memoryExceeds(look(WATCH_AGE_MS), limit),
    kill,
    async killLeftovers() {
      while (look(0).length + killProcessesIn(folder) > 0) {
        kill();
        await sleep(20);
      }
    },
  };
}
