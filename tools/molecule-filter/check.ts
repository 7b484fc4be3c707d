import type { Check, Problem, Settings } from '../contract.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { smartsSettingProblems } from '../shared/smarts.ts';
import type { FilterSettings } from './judge.ts';
import { molecules } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { count, problems } = readMolecules(inputs, molecules);
  const { smarts_include, smarts_exclude, ranges } = settings as Settings & FilterSettings;
  const all = [
    ...problems,
    ...smartsSettingProblems('smarts_include', smarts_include),
    ...smartsSettingProblems('smarts_exclude', smarts_exclude),
    ...rangeProblems(ranges),
  ];
  return { problems: all, units: all.length > 0 ? 0 : Math.max(1, Math.ceil(count / 1000)) };
};

function rangeProblems(ranges: FilterSettings['ranges']): Problem[] {
  return Object.entries(ranges).flatMap(([name, { min, max }]) => {
    const isEmpty = min !== undefined && max !== undefined && min > max;
    return isEmpty ? [{ path: `settings.ranges.${name}`, message: `min is ${min}, but max only ${max}` }] : [];
  });
}
