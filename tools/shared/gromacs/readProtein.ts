import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import type { Records } from '../readInputs.ts';
import { normalise } from '../structure/normalise.ts';
import { readStructures } from '../structure/readStructures.ts';
import { findAtom, type Residue, residueName, type Structure } from '../structure/structure.ts';
import { distance, pointOf } from '../structure/vectors.ts';
import { missingAtoms, standardResidue } from './standardResidues.ts';

export interface Protein {
  name: string;
  structure: Structure;
  /** Chain by chain, with the heavy atoms that a force field needs. */
  residues: Residue[];
}

/** Å; a bond has 1.33. GROMACS joins what follows in the file by a bond, however long. */
const MAX_BOND = 2;

/** The protein of a slot, whole: GROMACS adds hydrogens, and neither atoms nor residues that a file lacks. */
export function readProtein(inputs: ToolInput[], slot: ToolInputSlot): Records<Protein> {
  const { records, problems, ...read } = readStructures(inputs, slot, 'backbone');
  if (problems.length > 0) return { ...read, records: [], problems };
  const proteins = records.map(({ name, structure, inputId, inputPath }) => {
    const chains = proteinChains(structure);
    const messages = chains.flatMap(unfitChain);
    if (messages[0]) problems.push({ path: `${inputPath}.content`, message: messages[0] + andMore(messages) });
    const residues = chains.flatMap((chain) =>
      chain.map((residue, i) => standardResidue(residue, i === chain.length - 1)),
    );
    return { name, structure, residues, inputId, inputPath };
  });
  return { ...read, records: problems.length > 0 ? [] : proteins, problems };
}

const proteinChains = (structure: Structure): Residue[][] =>
  normalise(structure)
    .chains.map(({ polymer }) => polymer.filter((residue) => residue.class === 'protein'))
    .filter((chain) => chain.length > 0);

const andMore = ({ length }: string[]): string => (length > 1 ? ` (and ${length - 1} more such places)` : '');

function unfitChain(chain: Residue[]): string[] {
  return chain.flatMap((residue, i) => {
    const missing = missingAtoms(residue);
    if (!missing) return [`residue ${residueName(residue)} is modified: the force fields know standard amino acids`];
    if (missing.length > 0) return [`residue ${residueName(residue)} lacks ${missing.join(', ')}`];
    const previous = chain[i - 1];
    const gap = previous && bondLength(previous, residue);
    if (gap === undefined || gap <= MAX_BOND) return [];
    const places = `residues ${residueName(previous!)} and ${residueName(residue)}`;
    return [`${places} are not bonded (${gap.toFixed(1)} Å): residues between them are missing`];
  });
}

function bondLength(a: Residue, b: Residue): number | undefined {
  const [c, n] = [findAtom(a, 'C'), findAtom(b, 'N')];
  return c && n && distance(pointOf(c), pointOf(n));
}
