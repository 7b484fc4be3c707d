import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, residuesOf, type Structure } from '../shared/structure/structure.ts';
import { ensemble, MAX_MODELS, MIN_RESIDUES } from './tool.ts';

/** Checks the request. Only the job reads all models, so it checks that they have the same atoms. */
export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, ensemble, 'protein', selectionOf(settings));
  if (problems.length === 0)
    for (const { structure, inputPath } of records) {
      const message = unfit(structure);
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
  return residues < MIN_RESIDUES ? `found ${residues} amino acids, at least ${MIN_RESIDUES} are needed` : undefined;
}
