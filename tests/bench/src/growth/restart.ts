import { readStackFile } from '@rotamer/stack/folder/stackFile.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { residentMb } from '../machine/processTree.ts';
import { rest, runOneJob } from '../otherStack.ts';

/** Starts a whole stack on stored data. Returns the time until its first job has completed, and memory at rest. */
export async function restart(dataDir: string): Promise<{ seconds: number; megabytes: Record<string, number> }> {
  const begun = performance.now();
  const stack = await startStack({ dataDir, port: 0, fresh: false, real: false, replicas: {}, report: console.log });
  try {
    await runOneJob(stack);
    const seconds = (performance.now() - begun) / 1000;
    await rest();
    const { postgres: _, ...services } = readStackFile(stack.paths.stackFile)!.services;
    const memories = Object.entries(services).map(([name, [first]]) => [name, residentMb(first!.pid)]);
    return { seconds, megabytes: Object.fromEntries(memories) };
  } finally {
    await stack.stop();
  }
}
