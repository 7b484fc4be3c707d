import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** Writes many files, each below the limit of one file. */
export const run: Run = async () => {
  for (let i = 0; ; i++) {
    writeFileSync(`file${i}`, Buffer.alloc(1024 * 1024, i));
    await sleep(10);
  }
};
