import type { Check } from '../contract.ts';
import { readSequences, residuesOf } from '../shared/readInputs.ts';
import { readFamilies } from './families.ts';
import { query } from './tool.ts';

/** Pairs of query residue and match column: 100 alignments of 300 columns took 3 s for a query of 400 residues. */
const PAIRS_PER_MINUTE = 2e8;
const USUAL_COLUMNS = 300;

export const check: Check = (inputs, _settings, dataset) => {
  const asked = readSequences(inputs, query);
  const families = readFamilies(inputs);
  const problems = [...asked.problems, ...families.problems];
  if (problems.length > 0) return { problems, units: 0 };
  const columns = dataset?.residues ?? families.count * USUAL_COLUMNS;
  const pairs = residuesOf(inputs, query, asked.records) * columns;
  return { problems, units: 1, estimatedMinutes: Math.max(1, pairs / PAIRS_PER_MINUTE) };
};
