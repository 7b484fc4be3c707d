import type { Run } from '@rotamer/tools/contract.ts';

/** Allocates 10 GB outside of the JavaScript heap and touches every page. */
export const run: Run = async () => {
  const kept: Buffer[] = [];
  for (let i = 0; i < 640; i++) kept.push(Buffer.alloc(16 * 1024 * 1024, i));
};
