import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { database, query } from './tool.ts';

export const check: Check = (inputs) => {
  const problems = [query, database].flatMap((slot) => readSequences(inputs, slot).problems);
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
