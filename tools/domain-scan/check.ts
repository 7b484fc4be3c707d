import type { Check } from '../contract.ts';
import { readProfiles } from '../shared/native/profiles.ts';
import { quoted } from '../shared/problems.ts';
import { readSequences } from '../shared/readInputs.ts';
import { readClans } from './clans.ts';
import { clans, profiles, sequences } from './tool.ts';

const PAIRS = 100_000;

export const check: Check = (inputs, settings, dataset) => {
  const asked = readSequences(inputs, sequences);
  const library = readProfiles(inputs, profiles);
  const problems = [...asked.problems, ...library.problems, ...readClans(inputs, clans).problems];
  const cutoffs = settings.cutoffs as string;
  const without = ['auto', 'none'].includes(cutoffs)
    ? undefined
    : library.records.find((profile) => !profile.cutoffs.includes(cutoffs));
  if (without)
    problems.push({
      path: `${without.inputPath}.content`,
      message: `line ${without.line}: the profile ${quoted(without.name)} has no ${cutoffs.toUpperCase()} line, which cutoffs asks for; set cutoffs to none`,
    });
  return {
    problems,
    units: problems.length > 0 ? 0 : Math.ceil((asked.count * (dataset?.records ?? library.count)) / PAIRS),
  };
};
