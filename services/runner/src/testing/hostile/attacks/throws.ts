import type { Run } from '@rotamer/tools/contract.ts';

/** A bug with a stack and a path, which its user need not see. */
export const run: Run = async () => {
  throw new Error(`no such file: ${process.cwd()}/secret`);
};
