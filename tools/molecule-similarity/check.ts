import type { Check } from '../contract.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { library as librarySlot, queries as querySlot } from './tool.ts';

export const check: Check = (inputs) => {
  const queries = readMolecules(inputs, querySlot);
  const library = readMolecules(inputs, librarySlot);
  const problems = [...queries.problems, ...library.problems];
  return { problems, units: problems.length > 0 ? 0 : Math.max(1, Math.ceil(library.count / 1000)) };
};
