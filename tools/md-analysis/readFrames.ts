import type { Settings, ToolRun } from '../contract.ts';
import { inOrderOfFirst, readEachModel } from '../shared/structure/models.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import type { Residue, Structure } from '../shared/structure/structure.ts';
import { trajectory } from './tool.ts';

/**
 * Returns the amino acids of every frame, with hydrogens.
 *
 * @throws ToolError when a frame has other atoms than the first.
 */
export function readFrames({ inputs, settings }: ToolRun, models: number): Residue[][] {
  const structures = readEachModel(inputs[0]!, trajectory, settings, models);
  return inOrderOfFirst(structures.map((structure) => aminoAcidsOf(structure, settings)));
}

export function aminoAcidsOf(structure: Structure, settings: Settings): Residue[] {
  const options = { keepHydrogens: true, mseToMet: false, altloc: settings.altloc as string };
  return normalise(structure, options).chains.flatMap(aminoAcids);
}

export const aminoAcids = ({ polymer }: NormalisedChain): Residue[] =>
  polymer.filter((residue) => residue.class === 'protein');
