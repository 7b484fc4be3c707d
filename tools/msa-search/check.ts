import type { Check } from '../contract.ts';
import { refuseShort } from '../shared/native/mmseqs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { database, queries } from './tool.ts';

/** Three rounds at a sensitivity of 8 take ten times as long as one of mmseqs-search. */
const PAIRS_PER_MINUTE = 1e12;

export const check: Check = (inputs, _settings, dataset) => {
  const { queries: asked, database: searched, problems, pairs } = readSearch(inputs, queries, database, dataset);
  if (problems.length === 0)
    problems.push(...refuseShort(queries.id, asked.records), ...refuseShort(database.id, searched.records));
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: 1, estimatedMinutes: Math.max(1, pairs / PAIRS_PER_MINUTE) };
};
