import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Run } from '@rotamer/tools/contract.ts';

const earlier: string[] = [];

/** Answers how many jobs its process has had, unless it finds anything of an earlier one, or of any other. */
export const run: Run = async ({ workdir, item }) => {
  const root = dirname(workdir);
  const others = listed(dirname(root)).map((name) => join(dirname(root), name));
  const left = [...earlier, ...others].filter((path) => path !== root).flatMap(listed);
  if (left.length > 0) throw new Error(`others left ${left}`);
  earlier.push(root);
  item('rows', { n: earlier.length }, { sourceInputIds: [] });
};

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it is another user's, or gone
  }
}
