import { readStackFile } from '@rotamer/stack/folder/stackFile.ts';
import { residentMb } from '../machine/processTree.ts';
import type { Measure } from '../measure.ts';
import { openOtherStack, rest, runOneJob } from '../otherStack.ts';

/** Resident memory of the largest service of an idle stack that has run a job. */
export const idleMemory: Measure = {
  name: 'idle-memory',
  title: 'resident memory of the largest service at rest',
  unit: 'MB',
  goal: { atMost: 110 },
  ownStack: true,
  async prepare(bench) {
    const other = openOtherStack(bench);
    return async () => {
      const stack = await other.start();
      try {
        await runOneJob(stack);
        await rest();
        const { postgres: _, ...services } = readStackFile(stack.paths.stackFile)!.services;
        const details = Object.fromEntries(
          Object.entries(services).map(([name, [first]]) => [name, residentMb(first!.pid)]),
        );
        return { value: Math.max(...Object.values(details)), details };
      } finally {
        await stack.stop();
      }
    };
  },
};
