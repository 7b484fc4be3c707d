import type { Kind } from '../../contract.ts';

/** Kinds that one slot may accept together, because they are read alike. */
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

/** Undefined for kinds that are not read alike. */
export function groupOf(kinds: Kind[]): Kind | undefined {
  return groups.find((group) => kinds.every((kind) => group.includes(kind)))?.[0];
}

/** Groups whose records have names, which programs must not see; they can be joined into one file. */
export const JOINED: (Kind | undefined)[] = ['protein', 'msa'];
