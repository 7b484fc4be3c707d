import type { Check, ToolInput } from '../contract.ts';
import { unlikeModel } from '../shared/structure/models.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, residuesOf, type Structure } from '../shared/structure/structure.ts';
import { NOTHING_TO_SUPERPOSE, proteinsOf } from './models.ts';
import { ensemble, MAX_MODELS, MIN_RESIDUES } from './tool.ts';

/** Checks the request. Only the job reads all models; here the first one that differs from model 1 is read. */
export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, ensemble, 'protein', selectionOf(settings));
  if (problems.length === 0)
    for (const { structure, inputId, inputPath } of records) {
      const input = inputs.find(({ id }) => id === inputId) as ToolInput & { text: string };
      const proteins = (model: Structure) => proteinsOf(model, settings).residues;
      const message = unfit(structure) ?? unlikeModel(input, ensemble, settings, structure, proteins);
      if (message) problems.push({ path: `${inputPath}.content`, message });
    }
  return { problems, units: problems.length > 0 ? 0 : count };
};

function unfit(structure: Structure): string | undefined {
  const { models } = structure;
  if (models < 2) return 'the file has 1 model, at least 2 are needed';
  if (models > MAX_MODELS) return `the file has ${models} models, the limit is ${MAX_MODELS}`;
  const residues = residuesOf(structure).filter(
    (residue) => residue.class === 'protein' && findAtom(residue, 'CA'),
  ).length;
  if (residues < MIN_RESIDUES) return `found ${residues} amino acids, at least ${MIN_RESIDUES} are needed`;
  return structure.comparison.areEqual ? NOTHING_TO_SUPERPOSE : undefined;
}
