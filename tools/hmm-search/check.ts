import type { Check } from '../contract.ts';
import { readProfiles } from '../shared/native/profiles.ts';
import { searchUnits } from '../shared/native/searchUnits.ts';
import { quoted } from '../shared/problems.ts';
import { readSequences } from '../shared/readInputs.ts';
import { database, hmm } from './tool.ts';

const PROFILES = 5;

export const check: Check = (inputs, settings, dataset) => {
  const profiles = readProfiles(inputs, hmm);
  const cutoffs = settings.cutoffs as string;
  const searched = readSequences(inputs, database);
  const problems = [...profiles.problems, ...searched.problems];
  for (const { name, cutoffs: has, inputPath } of cutoffs === 'none' ? [] : profiles.records)
    if (!has.includes(cutoffs))
      problems.push({
        path: `${inputPath}.content`,
        message: `the profile ${quoted(name)} has no ${cutoffs.toUpperCase()} line, which cutoffs asks for`,
      });
  // Up to five profiles are searched in one pass over the database.
  const rounds = Math.max(1, Math.ceil(profiles.records.length / PROFILES));
  return { problems, units: problems.length > 0 ? 0 : rounds * searchUnits(searched.count, dataset) };
};
