import { setTimeout as sleep } from 'node:timers/promises';
import { anonymousBytes, killProcess, killThoseIn, listProcesses, type ProcessEntry } from './processTable.ts';

/** Every process that descends from one: also those that left its group or were orphaned since they were last seen. */
export interface ProcessFamily {
  /** Looks again; the pids of those alive. */
  members(): number[];
  /** Bytes. */
  memory(): number;
  kill(): void;
  /** Ends whoever is left; afterwards nobody writes to the attempt's folder any more. */
  killLeftovers(): Promise<void>;
}

/** Where there are no namespaces, a process that hides faster than anybody looks is still found by where it works. */
export function createFamily(root: number, folder: string): ProcessFamily {
  let known = new Map<number, ProcessEntry>();

  function members(): number[] {
    const entries = listProcesses();
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
    return [...alive.keys()];
  }

  function kill(): void {
    killProcess(-root);
    for (const pid of members()) killProcess(pid);
  }

  return {
    members,
    memory: () => members().reduce((sum, pid) => sum + anonymousBytes(pid), 0),
    kill,
    async killLeftovers() {
      while (members().length + killThoseIn(folder) > 0) {
        kill();
        await sleep(20);
      }
    },
  };
}
