import type { Run } from '@rotamer/tools/contract.ts';

/** Exit code 0 and nothing else. */
export const run: Run = async () => {};
