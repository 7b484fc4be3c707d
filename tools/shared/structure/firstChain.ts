import { quoted } from '../problems.ts';
import { findAtom, type Residue, type Structure } from './structure.ts';

/** Returns the chain that is aligned by its structure: the first one with amino acids that have CA. */
export const firstProteinChain = (structure: Structure): { id: string; residues: Residue[] } =>
  proteinChain(structure, '');

/**
 * Returns the amino acids with CA of the chain with an id. With an empty id, it is the first chain that has such amino
 * acids.
 */
export function proteinChain(structure: Structure, wanted: string): { id: string; residues: Residue[] } {
  for (const { id, residues } of structure.chains) {
    if (wanted !== '' && id !== wanted) continue;
    const found = residues.filter((residue) => residue.class === 'protein' && findAtom(residue, 'CA'));
    if (found.length > 0) return { id, residues: found };
  }
  return { id: wanted, residues: [] };
}

/** Returns why the chain with an id cannot be aligned; undefined when it can, or when no id is given. */
export function missingChain(structure: Structure, wanted: string): string | undefined {
  if (wanted === '' || proteinChain(structure, wanted).residues.length > 0) return undefined;
  const ids = structure.chains.filter(({ id }) => proteinChain(structure, id).residues.length > 0);
  return `it has no chain ${quoted(wanted)} with amino acids; those with some are ${ids.map(({ id }) => quoted(id)).join(', ')}`;
}
