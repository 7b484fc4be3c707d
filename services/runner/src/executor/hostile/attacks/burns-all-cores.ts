import { Worker } from 'node:worker_threads';
import type { Run } from '@rotamer/tools/contract.ts';

/** More busy threads than cores, and a main thread that never looks up. */
export const run: Run = async () => {
  for (let i = 0; i < 8; i++) new Worker('for (;;);', { eval: true });
  for (;;);
};
