import type { Check, Problem } from '../contract.ts';
import { readDatabase } from '../shared/native/readSearch.ts';
import { quoted } from '../shared/problems.ts';
import { type Query, readQueries } from './queries.ts';
import { database } from './tool.ts';

/** 1,000 bases against ten million took 2.4 s on two busy cores, and 10,000 bases 22 s; both strands are searched. */
const PAIRS_PER_MINUTE = 2e11;

export const check: Check = (inputs, settings, dataset) => {
  const asked = readQueries(inputs);
  const searched = readDatabase(inputs, database, dataset);
  const problems = [
    ...asked.problems,
    ...searched.problems,
    ...cutoffProblems(asked.queries, settings.cutoffs as string),
  ];
  if (problems.length > 0) return { problems, units: 0 };
  const estimatedMinutes = Math.max(1, (asked.residues * searched.residues) / PAIRS_PER_MINUTE);
  return { problems, units: 1, estimatedMinutes };
};

function cutoffProblems(queries: Query[], asked: string): Problem[] {
  if (asked === 'none') return [];
  return queries.flatMap(({ name, inputPath, cutoffs }) => {
    if (!cutoffs)
      return [{ path: 'settings.cutoffs', message: `${quoted(name)} is not a profile; only profiles have cutoffs` }];
    if (cutoffs.includes(asked)) return [];
    const message = `the profile ${quoted(name)} has no ${asked.toUpperCase()} line, which cutoffs asks for`;
    return [{ path: `${inputPath}.content`, message }];
  });
}
