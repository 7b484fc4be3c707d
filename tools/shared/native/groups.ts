/** Process groups of the programs that run now, by the pid of their first process. */
const groups = new Set<number>();

export const addGroup = (pid: number): void => void groups.add(pid);

export const removeGroup = (pid: number): void => void groups.delete(pid);

/** Sends a signal to every process of a group; one that is gone is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends all programs at once: called when the process that started them is about to be killed. */
export function killGroups(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** The groups of programs that run now. */
export const runningGroups = (): number[] => [...groups];
