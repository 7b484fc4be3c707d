import type { Run } from '@rotamer/tools/contract.ts';

/** Exits with code 0 and makes no output. */
export const run: Run = async () => {};
