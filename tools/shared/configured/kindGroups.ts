import type { Kind } from '../../contract.ts';

/** Groups of kinds that one slot may accept together, because one reader reads all kinds of a group. */
const groups: Kind[][] = [
  ['protein', 'dna', 'rna'],
  ['msa'],
  ['smiles', 'ligand'],
  ['structure'],
  ['pattern'],
  ['hmm'],
  ['tree'],
  ['table'],
  ['box'],
];

/** Returns the group of the kinds, or undefined when no single reader reads all of them. */
export function groupOf(kinds: Kind[]): Kind | undefined {
  return groups.find((group) => kinds.every((kind) => group.includes(kind)))?.[0];
}

/** Groups whose records have names. Programs must not see these names; the records can be joined into one file. */
export const JOINED: (Kind | undefined)[] = ['protein', 'msa'];
