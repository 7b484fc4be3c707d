import type { ToolRun } from '../../contract.ts';
import { programs } from '../native/programs.ts';
import { type Finished, type Order, runProgram } from '../native/runProgram.ts';

/** Runs one command of GROMACS in the folder of the job. */
export function gmx(
  { workdir, signal }: Pick<ToolRun, 'workdir' | 'signal'>,
  args: string[],
  more: Pick<Order, 'input' | 'onStderr' | 'threads'> = {},
): Promise<Finished> {
  const order = { program: programs.gmx, args: ['-nobackup', '-quiet', ...args], cwd: workdir, signal };
  return runProgram({ ...order, ...more });
}

/**
 * Runs a minimisation or simulation whose files are all called `name`. Threads are not pinned to cores, because other
 * jobs use the cores too.
 */
export function mdrun(
  job: Pick<ToolRun, 'workdir' | 'signal'>,
  name: string,
  { options = [], threads = 1, onStderr }: { options?: string[]; threads?: number; onStderr?: Order['onStderr'] } = {},
): Promise<Finished> {
  const parallel = ['-ntmpi', '1', '-ntomp', String(threads), '-pin', 'off'];
  return gmx(job, ['mdrun', '-deffnm', name, ...parallel, '-v', ...options], {
    threads,
    ...(onStderr && { onStderr }),
  });
}

/** Returns the text of a file of parameters (mdp). */
export const mdp = (parameters: Record<string, string | number>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
