/** Process groups of running programs, by the pid of their first process. */
const groups = new Set<number>();

export const addGroup = (pid: number): void => void groups.add(pid);

export const removeGroup = (pid: number): void => void groups.delete(pid);

/** Sends a signal to every process of a group. A group that has ended is not an error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills all programs at once. Called when the process that started them is about to be killed. */
export function killGroups(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Returns the groups of running programs. */
export const runningGroups = (): number[] => [...groups];
