import { quoted } from '../problems.ts';
import { findAtom, type Residue, type Structure } from './structure.ts';

/** The chain that is aligned by its structure: the first one that has amino acids with CA. */
export const firstProteinChain = (structure: Structure): { id: string; residues: Residue[] } =>
  proteinChain(structure, '');

/** The amino acids with CA of the chain with an id; of the first chain that has some, where the id is empty. */
export function proteinChain(structure: Structure, wanted: string): { id: string; residues: Residue[] } {
  for (const { id, residues } of structure.chains) {
    if (wanted !== '' && id !== wanted) continue;
    const found = residues.filter((residue) => residue.class === 'protein' && findAtom(residue, 'CA'));
    if (found.length > 0) return { id, residues: found };
  }
  return { id: wanted, residues: [] };
}

/** Why the chain with an id cannot be aligned; undefined where it can, and where no id is given. */
export function missingChain(structure: Structure, wanted: string): string | undefined {
  if (wanted === '' || proteinChain(structure, wanted).residues.length > 0) return undefined;
  const ids = structure.chains.filter(({ id }) => proteinChain(structure, id).residues.length > 0);
  return `it has no chain ${quoted(wanted)} with amino acids; those with some are ${ids.map(({ id }) => quoted(id)).join(', ')}`;
}
