import { type Descriptors, lipinskiViolations, passesVeber } from '../molecule-descriptors/descriptors.ts';
import type { Screening } from '../shared/rdkit/tasks/screen.ts';

export interface FilterSettings {
  lipinski_max_violations: number | null;
  veber: boolean;
  pains: boolean;
  ranges: Record<string, { min?: number; max?: number }>;
  reject_multi_fragment: boolean;
  smarts_include: string[];
  smarts_exclude: string[];
}

/**
 * Returns the reasons why a molecule does not pass. In the screening, `found` is for the included SMARTS, followed by
 * the excluded ones.
 */
export function judge({ fragments, descriptors, pains, found }: Screening, settings: FilterSettings): string[] {
  const all = descriptors as Descriptors;
  const reasons: string[] = [];
  if (settings.reject_multi_fragment && fragments > 1) reasons.push(`${fragments} fragments`);
  const { lipinski_max_violations: most } = settings;
  const violations = lipinskiViolations(all);
  if (most !== null && violations > most) reasons.push(`Lipinski: ${violations} violations`);
  if (settings.veber && !passesVeber(all))
    reasons.push(`Veber: ${all.NumRotatableBonds} rotatable bonds, TPSA ${all.tpsa}`);
  for (const name of pains) reasons.push(`PAINS: ${name}`);
  for (const [name, range] of Object.entries(settings.ranges)) reasons.push(...outside(name, descriptors[name], range));
  for (const [i, smarts] of settings.smarts_include.entries()) if (!found[i]) reasons.push(`lacks ${smarts}`);
  const excluded = found.slice(settings.smarts_include.length);
  for (const [i, smarts] of settings.smarts_exclude.entries()) if (excluded[i]) reasons.push(`has ${smarts}`);
  return reasons;
}

function outside(name: string, value: number | undefined, { min, max }: { min?: number; max?: number }): string[] {
  if (value === undefined) return [`${name} has no finite value`];
  if (min !== undefined && value < min) return [`${name} ${value} is below ${min}`];
  return max !== undefined && value > max ? [`${name} ${value} is above ${max}`] : [];
}
