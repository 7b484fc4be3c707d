import type { Run } from '@rotamer/tools/contract.ts';
import { Rdkit } from '@rotamer/tools/shared/rdkit/rdkit.ts';

/** Breaks the memory of RDKit with a molecule whose size it lies about, then asks for another one. */
export const run: Run = async ({ item }) => {
  await using rdkit = new Rdkit();
  const ask = (text: string) => rdkit.ask('describe', { text, heavyAtoms: 1 }, { parent: true });
  const { reason } = await ask('C'.repeat(1400));
  if (!reason?.includes('memory')) throw new Error('RDKit took it');
  const { result } = await ask('CC(=O)Oc1ccccc1C(=O)O');
  item('rows', { n: result!.heavyAtoms }, { sourceInputIds: [] });
};
