import type { Check, Settings } from '../contract.ts';
import { readPqr } from './readPqr.ts';
import { gridPoints } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records } = readPqr(inputs);
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: 1, estimatedMinutes: minutesOf(records[0]?.atoms.length ?? 0, settings) };
};

/**
 * Measured with 1,000 to 4,500 atoms: 4 s with the coarse grid, 12 s with the fine one. At least one minute is
 * reserved.
 */
function minutesOf(atoms: number, { grid }: Settings): number {
  const points = gridPoints[grid as string]! ** 3;
  return Math.max(1, 2 * (points / 1e7 + atoms / 50_000));
}
