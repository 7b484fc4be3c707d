import type { Run } from '@rotamer/tools/contract.ts';

/** Writes as fast as the runner reads. */
export const run: Run = async () => {
  for (;;) await new Promise((done) => process.stdout.write('y\n'.repeat(32_768), done));
};
