import type { Check } from '../contract.ts';
import { searchUnits } from '../shared/native/searchUnits.ts';
import { readSequences } from '../shared/readInputs.ts';
import { database, query } from './tool.ts';

export const check: Check = (inputs, _settings, dataset) => {
  const [asked, searched] = [query, database].map((slot) => readSequences(inputs, slot));
  const problems = [...asked!.problems, ...searched!.problems];
  return { problems, units: problems.length > 0 ? 0 : searchUnits(searched!.count, dataset) };
};
