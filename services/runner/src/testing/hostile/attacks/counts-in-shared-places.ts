import { existsSync, writeFileSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Reports whether an earlier job left something in a shared place, and then leaves something itself. */
export const run: Run = async ({ item }) => {
  item('rows', { n: existsSync('/tmp/left-by-a-job') ? 1 : 0 }, { sourceInputIds: [] });
  writeFileSync('/tmp/left-by-a-job', '');
};
