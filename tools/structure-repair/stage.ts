import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asProgramsKnow } from '../shared/native/programResidues.ts';
import { asParent, isForceFieldName } from '../shared/structure/residues.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { isDna, withPdbNucleotideNames } from './nucleotides.ts';
import { type ChainPlan, keptHeterogens, type RepairSettings } from './plan.ts';
import { isD } from './stereo.ts';

export interface Staged {
  /** In the order of the file. */
  residues: Residue[];
  /** The same as they are in the input, nucleotides by the names of the Protein Data Bank. */
  sources: Residue[];
  /** Missing residues as repair.py takes them: the number of the chain in the file, the place in the chain, names. */
  missing: [chain: number, before: number, names: string[]][];
  /** Numbers of the residues that end a chain but not its sequence. */
  open: number[];
}

/** Writes what is repaired as a PDB file: the polymer of each chain, and apart from it its ligands and waters. */
export function stage(folder: string, name: string, plans: ChainPlan[], settings: RepairSettings): Staged {
  const staged: Staged = { residues: [], sources: [], missing: [], open: [] };
  let segments = 0;
  for (const { chain, added, isOpen } of plans) {
    if (chain.polymer.length > 0) {
      for (const { before, names } of added) staged.missing.push([segments, before, names]);
      const ofDna = isDna(chain.polymer);
      const polymer = chain.polymer.map((residue) =>
        residue.class === 'nucleic' ? withPdbNucleotideNames(residue, ofDna) : residue,
      );
      staged.sources.push(...polymer);
      staged.residues.push(...polymer.map((residue) => standardised(residue, settings)));
      if (isOpen) staged.open.push(staged.residues.length - 1);
      segments++;
    }
    const others = keptHeterogens(chain, settings);
    if (others.length > 0) segments++;
    staged.sources.push(...others);
    staged.residues.push(...others);
  }
  // Numbers of their own: those of the input may repeat, and are no matter here.
  const numbered = staged.residues.map((residue, i) => ({
    ...residue,
    number: (i % 9_999) + 1,
    insertion: '',
    isHet: false,
  }));
  writeFileSync(join(folder, name), writePdb(numbered, { id: null }));
  return staged;
}

/** The oxygens at the end of a chain, whatever a force field calls them: else PDBFixer would build them again. */
const withPdbNames = (residue: Residue): Residue =>
  residue.name === residue.parent ? { ...residue, atoms: asProgramsKnow(residue).atoms } : residue;

/**
 * A residue under the name and with the atoms of its parent, if it is a modified one that is replaced, or under a force field's name. A D-amino
 * acid stays: its coordinates do not fit the parent, which is L.
 */
function standardised(residue: Residue, { modified }: RepairSettings): Residue {
  if (isD(residue) || (modified === 'keep' && !isForceFieldName(residue.name))) return withPdbNames(residue);
  return withPdbNames(asParent(residue));
}
