import type { Mol } from '@rdkit/rdkit';
import { symbols } from '../elements.ts';
import { makesComplexes } from './metals.ts';
import { readJson } from './rdkitJson.ts';

/** What a molecule has that its owner may not have meant; atoms are counted from 1. */
export function doubtsAbout(mol: Mol): string[] {
  const atoms = readJson(mol).atoms.map((atom, i) => ({ ...atom, name: `${symbols[atom.z]}${i + 1}` }));
  const dummies = atoms.filter(({ z }) => z === 0);
  const radicals = atoms.filter(({ nRad, z }) => nRad > 0 && !makesComplexes(z));
  const doubts: string[] = [];
  const names = (some: typeof atoms) => some.map(({ name }) => name).join(', ');
  if (dummies.length > 0)
    doubts.push(`atoms of no element, which have no mass and count for no descriptor: ${names(dummies)}`);
  if (radicals.length > 0) doubts.push(`unpaired electrons: ${names(radicals)}`);
  return doubts;
}
