import type { Mol } from '@rdkit/rdkit';
import { symbols } from '../elements.ts';
import { makesComplexes } from './metals.ts';
import { readJson } from './rdkitJson.ts';

/** The central atom of an allene with a stereo mark, in a SMILES. */
const ALLENE = /=\[\d{0,3}C@{1,2}\]=/;

/**
 * Returns warnings about parts of a molecule that its owner may not have intended, and about lost stereo. Atoms are
 * counted from 1. `text` is the text that was read.
 */
export function doubtsAbout(mol: Mol, text: string): string[] {
  const { atoms: read, bonds } = readJson(mol);
  const atoms = read.map((atom, i) => ({ ...atom, name: `${symbols[atom.z]}${i + 1}` }));
  const dummies = atoms.filter(({ z }) => z === 0);
  const radicals = atoms.filter(({ nRad, z }) => nRad > 0 && !makesComplexes(z));
  const doubts: string[] = [];
  const names = (some: typeof atoms) => some.map(({ name }) => name).join(', ');
  if (dummies.length > 0)
    doubts.push(`atoms of no element, which have no mass and count for no descriptor: ${names(dummies)}`);
  if (radicals.length > 0) doubts.push(`unpaired electrons: ${names(radicals)}`);
  const axes = bonds.filter(({ stereo }) => stereo.startsWith('atrop'));
  const named = axes.map((bond) => bond.atoms.map((i) => atoms[i]!.name).join('-'));
  if (axes.length > 0)
    doubts.push(`which way round these bonds are turned (atropisomers) is in no SMILES and InChI: ${named.join(', ')}`);
  if (!text.includes('\n') && ALLENE.test(text)) doubts.push('the stereo of an allene is not read');
  return doubts;
}
