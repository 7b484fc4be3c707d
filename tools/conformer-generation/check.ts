import type { Check } from '../contract.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { molecules } from './tool.ts';

/** Measured with drug-like molecules on one core, including minimisation. */
const SECONDS_PER_CONFORMER = 1.2;

export const check: Check = (inputs, settings) => {
  const { count, problems } = readMolecules(inputs, molecules);
  if (problems.length > 0) return { problems, units: 0 };
  const seconds = count * (settings.conformers as number) * SECONDS_PER_CONFORMER;
  return { problems, units: count, estimatedMinutes: seconds / 60 };
};
