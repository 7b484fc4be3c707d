import type { Run } from '@rotamer/tools/contract.ts';

/** Hears SIGTERM and does not care. */
export const run: Run = async () => {
  process.on('SIGTERM', () => {});
  await new Promise(() => setInterval(() => {}, 1000));
};
