import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalise } from '../structure/normalise.ts';
import type { Residue, Structure } from '../structure/structure.ts';
import { writePdb } from '../structure/writePdb.ts';

/**
 * Writes the proteins of a structure as a normalised PDB file, the only kind that every program takes: without it mkdssp
 * fails at half of the files of the Protein Data Bank.
 *
 * @returns The residues in the order of the file.
 */
export function stageStructure(
  folder: string,
  name: string,
  structure: Structure,
  isWanted: (residue: Residue) => boolean = () => true,
): Residue[] {
  const residues = normalise(structure)
    .chains.flatMap(({ polymer }) => polymer)
    .filter((residue) => residue.class === 'protein' && isWanted(residue));
  writeFileSync(join(folder, name), writePdb(residues, structure));
  return residues;
}
