import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { type Atom, atomsOf, type Residue, type Structure } from '../shared/structure/structure.ts';
import { boundsOf, pointOf, rounded } from '../shared/structure/vectors.ts';
import { MAX_LIGAND_NAMES } from './tool.ts';

/** Standard atomic weights (IUPAC 2021, abridged) of what polymers are made of. */
const weights: Record<string, number> = {
  ...{ H: 1.008, D: 2.014, C: 12.011, N: 14.007, O: 15.999, P: 30.974, S: 32.06, SE: 78.971 },
};

const MAX_TITLE = 500;

/** What a row of the summary says, without the name of its input. */
export function summarise(structure: Structure) {
  const { chains } = normalise(structure, { keepHydrogens: true, mseToMet: false });
  const polymer = atomsOf(chains.flatMap((chain) => chain.polymer));
  const ligands = chains.flatMap((chain) => chain.ligands);
  const waters = chains.flatMap((chain) => chain.waters);
  const { min, max } = boundsOf(polymer.map(pointOf));
  const mass = massOf(polymer);
  return {
    id: structure.id,
    title: structure.title?.slice(0, MAX_TITLE) ?? null,
    resolution: structure.resolution,
    models: structure.models,
    atoms: polymer.length + atomsOf(ligands).length + atomsOf(waters).length,
    polymer_atoms: polymer.length,
    chains: chains.map(summariseChain),
    ligands: [...new Set(ligands.map(({ name }) => name))].slice(0, MAX_LIGAND_NAMES),
    ligand_count: ligands.length,
    waters: waters.length,
    radius_of_gyration: rounded(mass.radiusOfGyration, 4),
    center_of_mass: mass.center.map((value) => rounded(value)),
    bbox: { min: min.map((value) => rounded(value)), max: max.map((value) => rounded(value)) },
    mean_b: rounded(polymer.reduce((sum, { bFactor }) => sum + bFactor, 0) / polymer.length, 4),
  };
}

function summariseChain({ source, polymer }: NormalisedChain) {
  const kinds = [...new Set(polymer.map((residue) => residue.class))];
  const type = kinds.length > 1 ? 'mixed' : kinds[0] === 'nucleic' ? 'nucleic acid' : (kinds[0] ?? 'other');
  return {
    id: source,
    type,
    residues: polymer.length,
    first: numberOf(polymer[0]),
    last: numberOf(polymer.at(-1)),
    gaps: polymer.filter((residue, i) => i > 0 && Math.abs(residue.number - polymer[i - 1]!.number) > 1).length,
    sequence: polymer.map(letterOf).join(''),
  };
}

const numberOf = (residue: Residue | undefined) => (residue ? `${residue.number}${residue.insertion}` : null);

function massOf(atoms: Atom[]): { center: number[]; radiusOfGyration: number } {
  let mass = 0;
  const center = [0, 0, 0];
  for (const atom of atoms) {
    const weight = weights[atom.element] ?? 0;
    mass += weight;
    for (const [axis, value] of pointOf(atom).entries()) center[axis]! += weight * value;
  }
  if (mass === 0) return { center, radiusOfGyration: 0 };
  for (let axis = 0; axis < 3; axis++) center[axis]! /= mass;
  let sum = 0;
  for (const atom of atoms)
    for (const [axis, value] of pointOf(atom).entries())
      sum += (weights[atom.element] ?? 0) * (value - center[axis]!) ** 2;
  return { center, radiusOfGyration: Math.sqrt(sum / mass) };
}
