import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, signal } from '@rotamer/neighbours/processes.ts';
import { mainFile } from '../folder/paths.ts';
import { readStackFile } from '../folder/stackFile.ts';

/** They notice by themselves that their launcher is gone, and drain; a new stack need not wait for all of it. */
const patienceMs = 5000;

/** Ends service processes that a killed stack left on this data folder, and resolves when they are gone. */
export async function endLeftovers(stackFile: string): Promise<void> {
  const listed = Object.entries(readStackFile(stackFile)?.services ?? {});
  const leftovers = listed.flatMap(([name, processes]) => processes.map(({ pid }) => ({ pid, main: mainFile(name) })));
  // The pid of a process long gone may by now belong to another program.
  const alive = () => leftovers.filter(({ pid, main }) => commandOf(pid).endsWith(`/${main}`));
  for (const { pid } of alive()) signal(pid, 'SIGTERM');
  const end = performance.now() + patienceMs;
  while (alive().length > 0) {
    await sleep(50);
    if (performance.now() > end) for (const { pid } of alive()) signal(pid, 'SIGKILL');
  }
}
