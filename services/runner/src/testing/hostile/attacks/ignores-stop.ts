import type { Run } from '@rotamer/tools/contract.ts';

/** Ignores SIGTERM. */
export const run: Run = async () => {
  process.on('SIGTERM', () => {});
  await new Promise(() => setInterval(() => {}, 1000));
};
