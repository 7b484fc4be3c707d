import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { readProfiles } from './profiles.ts';
import { database, hmm } from './tool.ts';

export const check: Check = (inputs) => {
  const profiles = readProfiles(inputs, hmm);
  const searched = readSequences(inputs, database);
  const problems = [...profiles.problems, ...searched.problems];
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(searched.count / 10_000) };
};
