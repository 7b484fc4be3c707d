import type { Check, Problem, Settings, ToolInput } from '../contract.ts';
import { missingChain, proteinChain } from '../shared/structure/firstChain.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue, type Structure } from '../shared/structure/structure.ts';
import { MAX_CHAIN, MIN_CHAIN, structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readChosen(inputs, settings);
  const ids = settings.chains as string[];
  if (ids.length > 1 && ids.length !== records.length && problems.length === 0)
    problems.push({ path: 'settings.chains', message: `${ids.length} chains for ${records.length} structures` });
  if (problems.length === 0) {
    const chains = records.map(({ structure }, i) => proteinChain(structure, chainOf(settings, i)));
    problems.push(
      ...records.flatMap(({ structure, inputPath }, i) =>
        unfit(structure, chainOf(settings, i), `${inputPath}.content`),
      ),
      ...tooManyAtoms(chains),
    );
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};

/** Reads the chosen model and residues of each structure; chains are chosen later, one for each structure. */
export const readChosen = (inputs: ToolInput[], { model, residues }: Settings) =>
  readStructures(inputs, structures, 'protein', { ...selectionOf({ model, residues }), writesPdb: false });

/** Returns the chain of the n-th structure; empty for its first chain. */
export function chainOf({ chains }: Settings, index: number): string {
  const ids = chains as string[];
  return (ids.length === 1 ? ids[0] : ids[index]) ?? '';
}

function unfit(structure: Structure, wanted: string, path: string): Problem[] {
  const missing = missingChain(structure, wanted);
  if (missing) return [{ path, message: missing }];
  const { id, residues } = proteinChain(structure, wanted);
  if (residues.length >= MIN_CHAIN && residues.length <= MAX_CHAIN) return [];
  const message = `its chain ${id} has ${residues.length} amino acids, ${MIN_CHAIN} to ${MAX_CHAIN} can be aligned`;
  return [{ path, message }];
}

/** Returns a problem when the superposed structures, with a TER line for each, do not fit in one PDB file. */
function tooManyAtoms(chains: { residues: Residue[] }[]): Problem[] {
  const lines = chains.reduce((sum, { residues }) => sum + atomsOf(residues).length + 1, 0);
  if (lines <= MAX_MODEL_ATOMS) return [];
  const message = `the chains have ${lines} atoms together, ${MAX_MODEL_ATOMS} fit in a PDB file`;
  return [{ path: 'input.inputs', message }];
}
