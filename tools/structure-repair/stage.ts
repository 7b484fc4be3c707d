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
  /** The residues in the order of the file. */
  residues: Residue[];
  /** The same residues as in the input, with nucleotides under the names of the Protein Data Bank. */
  sources: Residue[];
  /** Missing residues as repair.py takes them: index of the chain in the file, index in the chain, names. */
  missing: [chain: number, before: number, names: string[]][];
  /** Indices of the residues that end a chain but not its sequence. */
  open: number[];
}

/** Writes a PDB file to repair: the polymer of each chain, and separately its ligands and waters. */
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
  // Residues are renumbered, because the numbers of the input may repeat. The numbers are not used afterwards.
  const numbered = staged.residues.map((residue, i) => ({
    ...residue,
    number: (i % 9_999) + 1,
    insertion: '',
    isHet: false,
  }));
  writeFileSync(join(folder, name), writePdb(numbered, { id: null }));
  return staged;
}

/**
 * Renames the oxygens at the end of a chain from any force field's names. Otherwise PDBFixer would build them again.
 */
const withPdbNames = (residue: Residue): Residue =>
  residue.name === residue.parent ? { ...residue, atoms: asProgramsKnow(residue).atoms } : residue;

/**
 * Returns a residue under the name and with the atoms of its parent, if it is a modified residue to be replaced, or has
 * a force field's name. A D-amino acid stays, because its coordinates do not fit its L parent.
 */
function standardised(residue: Residue, { modified }: RepairSettings): Residue {
  if (isD(residue) || (modified === 'keep' && !isForceFieldName(residue.name))) return withPdbNames(residue);
  return withPdbNames(asParent(residue));
}
