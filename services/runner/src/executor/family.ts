import { anonymousBytes, listProcesses, type ProcessEntry, readEntry } from './processTable.ts';

/** Every process that descends from one: also those that left its group or were orphaned since they were last seen. */
export interface ProcessFamily {
  /** Looks again; answers those alive. */
  members(): ProcessEntry[];
  /** Bytes. */
  memory(): number;
  /** SIGKILL to the group and to every member ever seen. */
  kill(): void;
}

export function createFamily(root: number): ProcessFamily {
  const seen = new Map<number, ProcessEntry>();

  function members(): ProcessEntry[] {
    const entries = listProcesses();
    let before = -1;
    while (seen.size > before) {
      before = seen.size;
      for (const entry of entries) {
        if (entry.pid === root || entry.group === root || seen.has(entry.parent)) seen.set(entry.pid, entry);
      }
    }
    for (const [pid, { startedAt }] of seen) {
      if (readEntry(pid)?.startedAt !== startedAt) seen.delete(pid);
    }
    return [...seen.values()];
  }

  return {
    members,
    memory: () => members().reduce((sum, { pid }) => sum + anonymousBytes(pid), 0),
    kill() {
      signal(-root);
      for (const { pid } of members()) signal(pid);
    },
  };
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
