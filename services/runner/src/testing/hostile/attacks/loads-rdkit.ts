import type { Run } from '@rotamer/tools/contract.ts';
import { Rdkit } from '@rotamer/tools/shared/rdkit/rdkit.ts';

let jobs = 0;

/** Behaves: returns how many jobs its process has run, each with RDKit, which takes 170 MiB and a thread that waits for the next job. */
export const run: Run = async ({ item }) => {
  await using rdkit = new Rdkit();
  const { reason } = await rdkit.ask('describe', { text: 'CCO', heavyAtoms: 3 }, {});
  if (reason !== undefined) throw new Error(reason);
  item('rows', { n: ++jobs }, { sourceInputIds: [] });
};
