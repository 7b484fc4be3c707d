import { asProgramsKnow } from '../shared/native/programResidues.ts';
import type { Notes } from '../shared/notes.ts';
import { isLinked } from '../shared/structure/links.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { noteChanges } from '../shared/structure/noteStructure.ts';
import { heavyAtomsOf, isCap, isMetalIon, letterOf } from '../shared/structure/residues.ts';
import {
  type Atom,
  atomsOf,
  type Chain,
  isHydrogen,
  type Residue,
  type Structure,
} from '../shared/structure/structure.ts';
import { boundsOf, pointOf, rounded } from '../shared/structure/vectors.ts';
import { MAX_LIGAND_NAMES } from './tool.ts';

/** Standard atomic weights (IUPAC 2021, abridged) of the elements in polymers. */
const weights: Record<string, number> = {
  ...{ H: 1.008, D: 2.014, C: 12.011, N: 14.007, O: 15.999, P: 30.974, S: 32.06, SE: 78.971 },
};

const MAX_TITLE = 500;

/** Returns a row of the summary, without the name of its input. */
export function summarise(
  structure: Structure,
  notes: Notes,
  record: { name: string; inputId: string },
  altloc: string,
) {
  const options = { keepHydrogens: true, mseToMet: false, chainIds: 'source' as const, altloc };
  const { chains, changes } = normalise(structure, options);
  noteChanges(notes, record, changes);
  const isPrediction = structure.bFactors === 'plddt';
  if (isPrediction)
    notes.warn(record.inputId, record.name, 'the column of B factors holds pLDDT, the confidence of a prediction');
  const read = new Map(structure.chains.map((chain) => [chain.id, chain]));
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
    chains: chains.map((chain) => summariseChain(chain, structure, read.get(chain.source)!)),
    ligands: [...new Set(ligands.map(({ name }) => name))].slice(0, MAX_LIGAND_NAMES),
    ligand_count: ligands.length,
    metals: ligands.filter(isMetalIon).length,
    waters: waters.length,
    alternate_atoms: changes.alternates,
    alternate_residues: changes.alternateNames.length + changes.variants.length,
    missing_atoms: chains.reduce((sum, chain) => sum + missingAtoms(chain.polymer), 0),
    radius_of_gyration: rounded(mass.radiusOfGyration, 4),
    center_of_mass: mass.center.map((value) => rounded(value)),
    bbox: { min: min.map((value) => rounded(value)), max: max.map((value) => rounded(value)) },
    ...meanB(polymer, isPrediction),
  };
}

/** Returns the mean of the column of B factors. In predictions this column has pLDDT instead. */
function meanB(atoms: Atom[], isPrediction: boolean) {
  const mean =
    atoms.length === 0 ? null : rounded(atoms.reduce((sum, { bFactor }) => sum + bFactor, 0) / atoms.length, 4);
  return { mean_b: isPrediction ? null : mean, mean_plddt: isPrediction ? mean : null };
}

function summariseChain(
  { source: id, polymer: all }: NormalisedChain,
  structure: Structure,
  { source, origin }: Chain,
) {
  const polymer = all.filter((residue) => residue.class !== 'cap');
  const kinds = [...new Set(polymer.map((residue) => residue.class))];
  const type = kinds.length > 1 ? 'mixed' : kinds[0] === 'nucleic' ? 'nucleic acid' : (kinds[0] ?? 'other');
  const stated = structure.sequences.get(source);
  return {
    id,
    id_from: origin,
    type,
    residues: polymer.length,
    first: numberOf(polymer[0]),
    last: numberOf(polymer.at(-1)),
    gaps: polymer.filter((residue, i) => i > 0 && isGap(polymer[i - 1]!, residue)).length,
    sequence: polymer.map(letterOf).join(''),
    modified: modifiedNames(polymer),
    caps: all.filter((residue) => residue.class === 'cap').map(({ name }) => name),
    sequence_residues: stated?.filter((name) => !isCap(name)).length ?? null,
    missing_atoms: missingAtoms(polymer),
    radius_of_gyration: polymer.length === 0 ? null : rounded(massOf(atomsOf(polymer)).radiusOfGyration, 4),
    ...meanB(atomsOf(polymer), structure.bFactors === 'plddt'),
  };
}

/** Returns modified residues, and names given by force fields, with their numbers. */
const modifiedNames = (polymer: Residue[]): string[] =>
  polymer
    .filter(({ class: kind, name, parent }) => kind === 'protein' && name !== parent && name !== 'UNK')
    .slice(0, MAX_LIGAND_NAMES)
    .map(({ name, number, insertion }) => `${name}${number}${insertion}`);

/**
 * Returns whether residue numbers jump between residues that are not bonded. A change of only the insertion code is not
 * a gap.
 */
const isGap = (before: Residue, residue: Residue): boolean =>
  Math.abs(residue.number - before.number) > 1 && !isLinked(before, residue);

/** Counts heavy atoms that standard amino acids lack. Chains of CA atoms lack all others. */
const missingAtoms = (polymer: Residue[]): number =>
  polymer.reduce((sum, residue) => {
    const wanted = (residue.class === 'protein' && residue.parent === residue.name && heavyAtomsOf(residue.name)) || [];
    const has = new Set(
      asProgramsKnow(residue)
        .atoms.filter((atom) => !isHydrogen(atom))
        .map(({ name }) => name),
    );
    return sum + wanted.filter((name) => !has.has(name)).length;
  }, 0);

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
