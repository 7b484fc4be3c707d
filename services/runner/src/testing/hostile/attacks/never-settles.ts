import type { Run } from '@rotamer/tools/contract.ts';

/** Awaits a promise that never settles. */
export const run: Run = async () => {
  await new Promise(() => {});
};
