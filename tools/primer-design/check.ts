import type { Check, Problem, Settings } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { count, problems } = readSequences(inputs, sequences);
  const all = [...problems, ...unordered(settings)];
  return { problems: all, units: all.length > 0 ? 0 : count };
};

/** Returns a problem for each pair of limits whose lower limit is above the upper one. */
function unordered(settings: Settings): Problem[] {
  const rows = [
    ['product_min', 'product_max'],
    ['length_min', 'length_best'],
    ['length_best', 'length_max'],
    ['tm_min', 'tm_best'],
    ['tm_best', 'tm_max'],
    ['gc_min', 'gc_max'],
    ['length_max', 'product_min'],
  ] as const;
  return rows.flatMap(([low, high]) =>
    (settings[low] as number) > (settings[high] as number)
      ? { path: `settings.${low}`, message: `${settings[low]} is more than ${high}, ${settings[high]}` }
      : [],
  );
}
