import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, residuesOf } from '../shared/structure/structure.ts';
import { MAX_TEST_POINTS, structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const options = { ...selectionOf(settings), writesPdb: false, sideChains: true };
  const { problems, count, records } = readStructures(inputs, structures, 'polymer', options);
  const points = settings.points as number;
  const atoms = records.reduce((sum, { structure }) => sum + atomsOf(residuesOf(structure)).length, 0);
  if (problems.length === 0 && atoms * points > MAX_TEST_POINTS)
    problems.push({
      path: 'settings.points',
      message: `${atoms} atoms with ${points} points each are more than ${MAX_TEST_POINTS} points; at most ${Math.floor(MAX_TEST_POINTS / atoms)} each`,
    });
  return { problems, units: problems.length > 0 ? 0 : count };
};
