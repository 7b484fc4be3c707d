import type { Check, Problem, Settings } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { repeatedResidues } from '../shared/structure/doubts.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { residueName, type Structure } from '../shared/structure/structure.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, structures, 'backbone', {
    ...selectionOf(settings),
    sideChains: true,
    together: settings.separate_chains !== true,
  });
  if (settings.separate_chains && groupsOf(settings).length > 0)
    problems.push({ path: 'settings.chain_groups', message: 'cannot be combined with separate_chains' });
  if (problems.length === 0) problems.push(...records.flatMap(({ structure }) => unknownChains(structure, settings)));
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const [twice] = repeatedResidues(structure);
    const message = `an atom of ${twice && residueName(twice)} lies at the position of another one: it has no area`;
    if (twice) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};

/** Returns the ids of the chains of each group. */
export const groupsOf = ({ chain_groups }: Settings): string[][] =>
  (chain_groups as string[]).map((group) => group.split(',').map((id) => id.trim()));

function unknownChains({ chains }: Structure, settings: Settings): Problem[] {
  const known = new Set(chains.map(({ id }) => id));
  const unknown = groupsOf(settings)
    .flat()
    .find((id) => !known.has(id));
  if (unknown === undefined) return [];
  const message = `there is no chain ${quoted(unknown)}; the chains are ${[...known].map(quoted).join(', ')}`;
  return [{ path: 'settings.chain_groups', message }];
}
