import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** Junk and lies on the line to the runner. */
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
