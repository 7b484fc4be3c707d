import type { Check } from '../contract.ts';
import { checkUnaligned } from '../shared/native/checkUnaligned.ts';
import { MAX_ALIGN_RECORDS, sequences } from './tool.ts';

/** 45 proteins of 150 residues took 3 s of processor time, which grows with the square of both numbers. */
const estimate = (count: number, total: number) => (count / 45) ** 2 * (total / count / 150) ** 2 * 0.05;

export const check: Check = (inputs, settings) => {
  const verdict = checkUnaligned(inputs, sequences, estimate);
  if (settings.algorithm === 'align' && verdict.units > MAX_ALIGN_RECORDS) {
    const message = `align takes at most ${MAX_ALIGN_RECORDS} sequences, found ${verdict.units}; use super5`;
    return { problems: [{ path: 'settings.algorithm', message }], units: 0 };
  }
  return verdict;
};
