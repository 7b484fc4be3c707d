import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** Like fills-the-disk, but outside of its folder. */
export const run: Run = async () => {
  for (let i = 0; ; i++) {
    for (const place of ['/tmp', '/var/tmp', '/dev/shm', '/run']) {
      writeFileSync(`${place}/file${i}`, Buffer.alloc(1024 * 1024, i));
      await sleep(10);
    }
  }
};
