import type { Chain, Residue } from '../shared/structure/structure.ts';

export const isPolymer = (residue: Residue): boolean => residue.class === 'protein' || residue.class === 'nucleic';

export const hasPolymer = ({ residues }: Pick<Chain, 'residues'>): boolean => residues.some(isPolymer);

/** Chains that form one side of an interface. */
export interface Side {
  name: string;
  residues: Residue[];
}

/** Returns the sides to compare: those of the settings, or every pair of chains. */
export function sidesOf(chains: Map<string, Residue[]>, a: string[], b: string[]): [Side, Side][] {
  const side = (ids: string[]): Side => ({ name: ids.join(','), residues: ids.flatMap((id) => chains.get(id)!) });
  const ids = [...chains.keys()];
  if (a.length > 0) return [[side(a), side(b.length > 0 ? b : ids.filter((id) => !a.includes(id)))]];
  return ids.flatMap((one, i) => ids.slice(i + 1).map((other): [Side, Side] => [side([one]), side([other])]));
}
