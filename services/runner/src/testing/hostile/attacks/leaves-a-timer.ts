import type { Run } from '@rotamer/tools/contract.ts';

let jobs = 0;

/** Returns while a timer is still active, and reports how many jobs its process has run. */
export const run: Run = async ({ item }) => {
  setTimeout(() => {}, 60_000);
  item('rows', { n: ++jobs }, { sourceInputIds: [] });
};
