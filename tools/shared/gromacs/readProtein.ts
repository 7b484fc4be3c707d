import type { Settings, ToolInput, ToolInputSlot } from '../../contract.ts';
import type { Notes } from '../notes.ts';
import type { Records } from '../readInputs.ts';
import { type Changes, normalise } from '../structure/normalise.ts';
import { noteChanges, noteLetters, noteReading, noteResidues } from '../structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../structure/readStructures.ts';
import { selectionOf } from '../structure/selection.ts';
import { findAtom, type Residue, residueName, type Structure } from '../structure/structure.ts';
import { distance, pointOf } from '../structure/vectors.ts';
import { lostState, missingAtoms, standardResidue } from './standardResidues.ts';

export interface Protein extends StructureRecord {
  /** Residues chain by chain, with the heavy atoms that the force field needs, under the names that GROMACS uses. */
  residues: Residue[];
  /** The same residues under the names of the input. */
  originals: Residue[];
  /** Residues of the input that are not simulated. */
  unused: Residue[];
  changes: Changes;
}

/**
 * Longest C-N distance of neighbours in Å; a peptide bond has 1.33. GROMACS joins residues that follow each other in
 * the file by a bond of any length.
 */
const MAX_BOND = 2;

/**
 * Reads the protein of a slot, which must be complete: GROMACS adds hydrogens, but no missing heavy atoms or residues.
 */
export function readProtein(inputs: ToolInput[], slot: ToolInputSlot, settings: Settings): Records<Protein> {
  const { records, problems, ...read } = readStructures(inputs, slot, 'backbone', {
    ...selectionOf(settings),
    together: true,
  });
  if (problems.length > 0) return { ...read, records: [], problems };
  const proteins = records.map((record) => {
    const { structure, inputPath } = record;
    const { chains, unused, changes } = proteinChains(structure, settings);
    const messages = chains.flatMap(unfitChain);
    if (messages[0]) problems.push({ path: `${inputPath}.content`, message: messages[0] + andMore(messages) });
    const residues = chains.flatMap((chain) =>
      chain.map((residue, i) => standardResidue(residue, i === chain.length - 1, settings.forcefield as string)),
    );
    return { ...record, residues, originals: chains.flat(), unused, changes };
  });
  return { ...read, records: problems.length > 0 ? [] : proteins, problems };
}

function proteinChains(structure: Structure, { altloc }: Settings) {
  const how = { keepHydrogens: false, mseToMet: true, ...(typeof altloc === 'string' && { altloc }) };
  const { chains: all, changes } = normalise(structure, how);
  const isProtein = (residue: Residue) => residue.class === 'protein';
  const chains = all.map(({ polymer }) => polymer.filter(isProtein)).filter((chain) => chain.length > 0);
  const unused = all.flatMap(({ source, polymer, ligands, waters }) =>
    [...polymer.filter((residue) => !isProtein(residue)), ...ligands, ...waters].map((residue) => ({
      ...residue,
      chain: source,
    })),
  );
  return { chains, unused, changes };
}

/** Notes which parts of the input are not simulated, and warns of what its owner should check. */
export function noteProtein(notes: Notes, protein: Protein & { inputId: string }, forcefield: string): void {
  const { name, inputId, changes, unused, originals } = protein;
  noteReading(notes, protein);
  noteChanges(notes, protein, changes);
  noteResidues(notes, protein, unused, 'the force fields are used for proteins alone');
  if (changes.selenomethionines > 0)
    notes.warn(inputId, name, `${changes.selenomethionines} selenomethionines are computed as methionine`);
  noteLetters(notes, protein);
  for (const residue of originals) {
    const lost = lostState(residue, forcefield);
    if (lost) notes.warn(inputId, name, `${residueName(residue)} is computed as its charged form: ${lost}`);
  }
}

const andMore = ({ length }: string[]): string => (length > 1 ? ` (and ${length - 1} more such places)` : '');

function unfitChain(chain: Residue[]): string[] {
  return chain.flatMap((residue, i) => {
    const missing = missingAtoms(residue);
    if (!missing)
      return [
        `residue ${residueName(residue)} is modified: the force fields know standard amino acids; structure-repair makes it one`,
      ];
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
