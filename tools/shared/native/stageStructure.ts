import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstProteinChain } from '../structure/firstChain.ts';
import { normalise } from '../structure/normalise.ts';
import { findAtom, type Residue, type Structure } from '../structure/structure.ts';
import { writePdb } from '../structure/writePdb.ts';

/**
 * Writes the proteins of a structure as a normalised PDB file, the only kind that every program takes: without it mkdssp
 * fails at half of the files of the Protein Data Bank. Modified residues are ATOM lines: most programs skip HETATM.
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
    .filter((residue) => residue.class === 'protein' && isWanted(residue))
    .map((residue) => ({ ...residue, isHet: false }));
  writeFileSync(join(folder, name), writePdb(residues, structure));
  return residues;
}

/** Writes the chain that programs for single chains are given, without the residues that lack a CA. */
export function stageFirstChain(folder: string, name: string, structure: Structure): Residue[] {
  const { id } = firstProteinChain(structure);
  const chains = structure.chains.filter((each) => each.id === id);
  return stageStructure(folder, name, { ...structure, chains }, (residue) => findAtom(residue, 'CA') !== undefined);
}
