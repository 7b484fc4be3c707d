import type { LeftOut, Notes } from '../notes.ts';
import { type Changes, type NormalisedChain, type NormaliseOptions, normalise, oneLetterIds } from './normalise.ts';
import type { StructureRecord } from './readStructures.ts';
import { isMetalIon } from './residues.ts';
import { type Residue, residueName } from './structure.ts';

type Record = Pick<StructureRecord, 'name' | 'structure' | 'left'> & { inputId: string };

/** Returns the normalised chains of a structure. Notes what reading and normalising left out. */
export function normaliseNoted(notes: Notes, record: Record, options: NormaliseOptions): NormalisedChain[] {
  noteReading(notes, record);
  const { chains, changes } = normalise(record.structure, options);
  noteChanges(notes, record, changes);
  return chains;
}

/**
 * Notes what reading left out (other models, and chains and residues that were not selected), and the reader's
 * warnings.
 */
export function noteReading(notes: Notes, { name, structure, left, inputId }: Record): void {
  for (const warning of structure.warnings) notes.warn(inputId, name, warning);
  const others = Array.from({ length: structure.models }, (_, i) => i + 1).filter((model) => model !== left.model);
  notes.leftOut(inputId, name, 'model', others.map(String), `only model ${left.model} is used`);
  notes.leftOut(inputId, name, 'chain', left.chains, 'not chosen by the settings');
  notes.leftOut(inputId, name, 'residue', left.residues, 'not chosen by the settings');
}

/** Notes what `normalise` left out. Hydrogens are only counted: a file has hundreds. */
export function noteChanges(notes: Notes, { name, inputId }: Pick<Record, 'name' | 'inputId'>, changes: Changes): void {
  const { alternateNames, variants, hydrogens, renamed } = changes;
  notes.leftOut(inputId, name, 'alternate', alternateNames, 'another location of these atoms is used');
  notes.leftOut(inputId, name, 'residue', variants, 'an alternative at its place in the chain is used');
  if (hydrogens > 0) notes.leftOut(inputId, name, 'hydrogen', [`${hydrogens} hydrogens`], 'only heavy atoms are used');
  if (renamed.length > 0)
    notes.warn(inputId, name, `atoms that share a name got names of their own in ${renamed.slice(0, 20).join(', ')}`);
}

/** Warns of chains that have another id in a PDB file, which has room for one letter only. */
export function noteLetters(notes: Notes, { name, structure, inputId }: Omit<Record, 'left'>): void {
  const others = [...oneLetterIds(structure.chains)].filter(([id, letter]) => id !== letter);
  const names = others.slice(0, 20).map(([id, letter]) => `chain ${id} is ${letter}`);
  if (others.length > 20) names.push(`and ${others.length - 20} more`);
  if (names.length > 0) notes.warn(inputId, name, `in the PDB file ${names.join(', ')}`);
}

const kinds = ['residue', 'ligand', 'metal', 'water'] as const satisfies LeftOut['what'][];

/** Notes residues that are not used, by class: ligands, metals, waters, residues of chains. */
export function noteResidues(
  notes: Notes,
  { name, inputId }: Pick<Record, 'name' | 'inputId'>,
  residues: Residue[],
  reason: string,
): void {
  for (const kind of kinds) {
    const names = residues.filter((residue) => kindOf(residue) === kind).map(residueName);
    notes.leftOut(inputId, name, kind, names, reason);
  }
}

function kindOf(residue: Residue): (typeof kinds)[number] {
  if (residue.class === 'water') return 'water';
  if (residue.class !== 'ligand') return 'residue';
  return isMetalIon(residue) ? 'metal' : 'ligand';
}
