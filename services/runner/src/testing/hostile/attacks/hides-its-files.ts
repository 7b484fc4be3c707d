import { openSync, unlinkSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** Deletes files while they are open: they are on disk, but in no folder. */
export const run: Run = async () => {
  for (let i = 0; i < 60; i++) {
    const file = openSync(`file${i}`, 'w');
    unlinkSync(`file${i}`);
    writeSync(file, Buffer.alloc(1024 * 1024, i));
    await sleep(10);
  }
  await sleep(60_000);
};
