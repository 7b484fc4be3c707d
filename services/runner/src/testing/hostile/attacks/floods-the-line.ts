import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** Writes junk and false progress to the runner's pipe. */
export const run: Run = async () => {
  for (let i = 0; ; i++) {
    try {
      writeSync(3, `${i % 200}\nstop\nready\n${'x'.repeat(60_000)}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await setImmediate();
    }
  }
};
