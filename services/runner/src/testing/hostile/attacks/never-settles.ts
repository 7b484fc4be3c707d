import type { Run } from '@rotamer/tools/contract.ts';

/** Waits for nothing. */
export const run: Run = async () => {
  await new Promise(() => {});
};
