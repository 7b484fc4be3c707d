import type { Check } from '../contract.ts';
import { refuseShort } from '../shared/native/mmseqs.ts';
import { readSequences } from '../shared/readInputs.ts';
import { isMostlyUnknown } from '../shared/residueCodes.ts';
import { sequences } from './tool.ts';

/** 20,000 sequences took 30 s on two cores, and 3.4 s by linclust. */
const SEQUENCES_PER_MINUTE = { cluster: 40_000, linclust: 300_000 };

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readSequences(inputs, sequences);
  if (problems.length === 0) problems.push(...refuseShort(sequences.id, records));
  if (
    problems.length === 0 &&
    records.length > 0 &&
    records.every(({ sequence }) => isMostlyUnknown(sequence, 'protein'))
  )
    problems.push({ path: 'input.inputs', message: 'every sequence has more unknown than known residues' });
  if (problems.length > 0) return { problems, units: 0 };
  const pace = SEQUENCES_PER_MINUTE[settings.linclust ? 'linclust' : 'cluster'];
  return { problems, units: count, estimatedMinutes: Math.max(1, count / pace) };
};
