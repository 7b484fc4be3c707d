import type { Run } from '@rotamer/tools/contract.ts';

/** Kills its parent, which is not the runner. */
export const run: Run = async ({ item }) => {
  process.kill(process.ppid, 'SIGKILL');
  await new Promise((done) => setTimeout(done, 300));
  item('rows', { n: 1 }, { sourceInputIds: [] });
};
