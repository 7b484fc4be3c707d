import { ftruncateSync, openSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Creates a sparse file of a terabyte. */
export const run: Run = async ({ item }) => {
  item('rows', { n: 1 }, { sourceInputIds: [] });
  ftruncateSync(openSync('large', 'w'), 1024 ** 4);
};
