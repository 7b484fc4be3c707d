import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@rotamer/tools/contract.ts';

/** A well-behaved tool that exceeds its time limit: it ends when asked to, and its partial output is kept. */
export const run: Run = async ({ item, file, progress, signal }) => {
  item('rows', { n: 1 }, { sourceInputIds: [], rank: 1 });
  file('table', 'half.json', '{}', { sourceInputIds: [] });
  progress(1, 2);
  await sleep(60_000, undefined, { signal });
};
