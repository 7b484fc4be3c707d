import { findAtom, type Residue, type Structure } from './structure.ts';

/** The chain that is aligned by its structure: the first one that has amino acids with CA. */
export function firstProteinChain(structure: Structure): { id: string; residues: Residue[] } {
  for (const { id, residues } of structure.chains) {
    const found = residues.filter((residue) => residue.class === 'protein' && findAtom(residue, 'CA'));
    if (found.length > 0) return { id, residues: found };
  }
  return { id: '', residues: [] };
}
