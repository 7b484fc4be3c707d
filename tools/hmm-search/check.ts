import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { readProfiles } from './profiles.ts';
import { database, hmm } from './tool.ts';

export const check: Check = (inputs) => {
  const profiles = readProfiles(inputs, hmm);
  const problems = [...profiles.problems, ...readSequences(inputs, database).problems];
  return { problems, units: problems.length > 0 ? 0 : profiles.count };
};
