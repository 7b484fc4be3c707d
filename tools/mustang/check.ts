import type { Check, Problem } from '../contract.ts';
import { firstProteinChain } from '../shared/structure/firstChain.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { atomsOf, type Structure } from '../shared/structure/structure.ts';
import { MAX_CHAIN, MIN_CHAIN, structures } from './tool.ts';

export const check: Check = (inputs) => {
  const { problems, records, count } = readStructures(inputs, structures, 'protein');
  if (problems.length === 0)
    problems.push(
      ...records.flatMap(({ structure, inputPath }) => wrongLength(structure, `${inputPath}.content`)),
      ...tooManyAtoms(records.map(({ structure }) => structure)),
    );
  return { problems, units: problems.length > 0 ? 0 : count };
};

function wrongLength(structure: Structure, path: string): Problem[] {
  const { length } = firstProteinChain(structure).residues;
  if (length >= MIN_CHAIN && length <= MAX_CHAIN) return [];
  return [{ path, message: `its first chain has ${length} amino acids, ${MIN_CHAIN} to ${MAX_CHAIN} can be aligned` }];
}

/** The superposed structures are in one PDB file, with a TER line for each. */
function tooManyAtoms(all: Structure[]): Problem[] {
  const lines = all.reduce((sum, each) => sum + atomsOf(firstProteinChain(each).residues).length + 1, 0);
  if (lines <= MAX_MODEL_ATOMS) return [];
  const message = `the first chains have ${lines} atoms together, ${MAX_MODEL_ATOMS} fit in a PDB file`;
  return [{ path: 'input.inputs', message }];
}
