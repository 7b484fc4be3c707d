import type { Check, Problem, ToolInput } from '../contract.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { database, kindsOf, queries } from './tool.ts';

/** 500 queries of 455 residues against 9.1 million took a minute on two cores. */
const PAIRS_PER_MINUTE = 2e12;

export const check: Check = (inputs, settings) => {
  const program = settings.program as string;
  const misfits = [...otherKinds(inputs, program)];
  if (program !== 'blastp' && settings.task !== 'blastp')
    misfits.push({ path: 'settings.task', message: `${settings.task} is a task of blastp, not of ${program}` });
  if (program === 'blastn' && settings.matrix !== 'BLOSUM62')
    misfits.push({ path: 'settings.matrix', message: 'blastn compares DNA and has no matrix' });
  const { problems, pairs } = readSearch(inputs, queries, database);
  problems.unshift(...misfits);
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: 1, estimatedMinutes: Math.max(1, pairs / PAIRS_PER_MINUTE) };
};

function otherKinds(inputs: ToolInput[], program: string): Problem[] {
  const [ofQueries, ofDatabase] = kindsOf[program]!;
  return inputs.flatMap(({ slotId, kind }, i) => {
    const wanted = slotId === queries.id ? ofQueries : ofDatabase;
    if (kind === wanted) return [];
    const what = slotId === queries.id ? 'queries' : 'a database';
    return [{ path: `input.inputs[${i}].kind`, message: `${program} takes ${what} of kind ${wanted}, not ${kind}` }];
  });
}
