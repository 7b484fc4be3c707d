import type { Run } from '@rotamer/tools/contract.ts';

let jobs = 0;

/** Returns while something of it is still at work, and answers how many jobs its process has had. */
export const run: Run = async ({ item }) => {
  setTimeout(() => {}, 60_000);
  item('rows', { n: ++jobs }, { sourceInputIds: [] });
};
