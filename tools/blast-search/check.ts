import type { Check, DatasetSize, Problem, Settings, ToolInput } from '../contract.ts';
import { kindOfDataset } from '../shared/datasets/reference.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { gapProblems, matrixOf } from './gapCosts.ts';
import { database, kindsOf, queries, tasksOf } from './tool.ts';

/** 500 queries of 455 residues against 9.1 million took a minute on two cores. */
const PAIRS_PER_MINUTE = 2e12;

export const check: Check = (inputs, settings, dataset) => {
  const program = settings.program as string;
  const { problems, pairs } = readSearch(inputs, queries, database, dataset);
  problems.unshift(...otherKinds(inputs, program), ...otherDataset(dataset, program), ...misfits(settings));
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

function otherDataset(dataset: DatasetSize | undefined, program: string): Problem[] {
  const kind = kindsOf[program]![1];
  if (!dataset || kind === kindOfDataset(dataset)) return [];
  return [{ path: 'settings.database', message: `${program} searches a dataset of kind ${kind}, not ${dataset.kind}` }];
}

/** Returns problems of settings that the program would ignore or refuse. */
function misfits(settings: Settings): Problem[] {
  const { program, task, matrix, strand, query_gencode, db_gencode } = settings as Record<string, string>;
  const tasks = tasksOf[program!]!;
  const problem = (setting: string, message: string) => ({ path: `settings.${setting}`, message });
  const problems: Problem[] = [];
  if (task !== 'auto' && !tasks.includes(task!))
    problems.push(problem('task', `${task} is no task of ${program}, which has ${tasks.join(', ')}`));
  if (program === 'blastn' && matrix !== 'auto')
    problems.push(problem('matrix', 'blastn compares DNA and has no matrix'));
  if (strand !== 'both' && kindsOf[program!]![0] === 'protein')
    problems.push(problem('strand', `the queries of ${program} are proteins and have no strand`));
  if (Number(query_gencode) !== 1 && program !== 'blastx' && program !== 'tblastx')
    problems.push(problem('query_gencode', `${program} does not translate its queries`));
  if (Number(db_gencode) !== 1 && program !== 'tblastn' && program !== 'tblastx')
    problems.push(problem('db_gencode', `${program} does not translate its database`));
  if ((program === 'blastn' || program === 'tblastx') && settings.comp_based_stats !== 2)
    problems.push(problem('comp_based_stats', `${program} has no such statistics`));
  return [
    ...problems,
    ...wordProblems(settings, task === 'auto' ? tasks[0]! : task!),
    ...gapProblems(settings, matrixOf(settings)),
  ];
}

/** Returns problems of word lengths that BLAST+ 2.12 does not accept. */
function wordProblems({ program, word_size }: Settings, task: string): Problem[] {
  const size = word_size as number;
  if (size === 0) return [];
  const [least, most] =
    task === 'dc-megablast' ? [11, 12] : program === 'blastn' ? [4, 64] : program === 'tblastx' ? [2, 5] : [2, 7];
  if (size >= least! && size <= most!) return [];
  return [{ path: 'settings.word_size', message: `${task} takes words of ${least} to ${most}, or 0 for its own` }];
}
