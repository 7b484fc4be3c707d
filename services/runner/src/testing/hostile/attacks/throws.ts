import type { Run } from '@rotamer/tools/contract.ts';

/** Fails with a stack and a path that the user must not see. */
export const run: Run = async () => {
  throw new Error(`no such file: ${process.cwd()}/secret`);
};
