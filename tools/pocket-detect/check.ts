import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, count } = readStructures(inputs, structures, 'backbone', {
    ...selectionOf(settings),
    sideChains: true,
    together: true,
  });
  const { buriedness_core: core, buriedness_rim: rim, sphere_min, sphere_max } = settings as Record<string, number>;
  if (rim! > core!)
    problems.push({ path: 'settings.buriedness_rim', message: `must not be greater than buriedness_core, ${core}` });
  if (sphere_min! > sphere_max!)
    problems.push({ path: 'settings.sphere_min', message: `must not be greater than sphere_max, ${sphere_max}` });
  return { problems, units: problems.length > 0 ? 0 : count };
};
