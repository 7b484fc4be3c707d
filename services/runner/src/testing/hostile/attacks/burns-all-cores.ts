import { spawn } from 'node:child_process';
import type { Run } from '@rotamer/tools/contract.ts';

/** More busy processes than cores, and a blocked event loop. Worker threads would exceed the data limit. */
export const run: Run = async () => {
  for (let i = 0; i < 8; i++) spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
  for (;;);
};
