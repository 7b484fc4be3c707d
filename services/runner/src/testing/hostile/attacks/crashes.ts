import type { Run } from '@rotamer/tools/contract.ts';

/** Crashes as a native library would. */
export const run: Run = async () => {
  process.kill(process.pid, 'SIGSEGV');
  await new Promise(() => setInterval(() => {}, 1000));
};
