import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, signal } from '@rotamer/neighbours/processes.ts';
import { mainFile } from '../folder/paths.ts';
import { readStackFile } from '../folder/stackFile.ts';

/** Time for leftover services to drain, in milliseconds. They drain once their launcher is gone; a new stack waits only this long. */
const timeoutMs = 5000;

/** Ends service processes that a killed stack left on this data folder, and resolves when they are gone. */
export async function endLeftovers(stackFile: string): Promise<void> {
  const listed = Object.entries(readStackFile(stackFile)?.services ?? {});
  const leftovers = listed.flatMap(([name, processes]) => processes.map(({ pid }) => ({ pid, main: mainFile(name) })));
  // The pid of an exited process may have been reused by another program.
  const alive = () => leftovers.filter(({ pid, main }) => commandOf(pid).endsWith(`/${main}`));
  for (const { pid } of alive()) signal(pid, 'SIGTERM');
  const end = performance.now() + timeoutMs;
  while (alive().length > 0) {
    await sleep(50);
    if (performance.now() > end) for (const { pid } of alive()) signal(pid, 'SIGKILL');
  }
}
