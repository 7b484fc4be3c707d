import type { Check } from '../contract.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { looseResidues } from './looseResidues.ts';
import { hasNode } from './motions.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, structures, 'protein', {
    ...selectionOf(settings),
    together: true,
  });
  const cutoffs = { anm: settings.anm_cutoff as number, gnm: settings.gnm_cutoff as number };
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const options = { keepHydrogens: false, mseToMet: false, altloc: settings.altloc as string };
    const { chains } = normalise(structure, { ...options, chainIds: 'source' });
    const nodes = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]).filter(hasNode);
    const message = looseResidues(nodes, cutoffs);
    if (message) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};
