import type { Check, Problem, Settings } from '../contract.ts';
import { kindOfRows } from '../shared/msa/alphabet.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { countPair, numberedRows } from '../shared/msa/pairCounts.ts';
import { type FromInput, readAlignment } from '../shared/readInputs.ts';
import { pairProblem } from './distances.ts';
import { type Distance, modelOf } from './models.ts';
import { alignment } from './tool.ts';

/**
 * Takes a quarter of a second. Of larger alignments only the first pairs are checked here; the job checks the others.
 */
const MAX_COLUMNS = 100_000_000;

/** Maximum pairs that are reported. A bad row is in many pairs, and nobody reads all of them. */
const MAX_PAIRS = 5;

export const check: Check = (inputs, settings) => {
  const { records, problems } = readAlignment(inputs, alignment);
  if (problems.length === 0 && records.length > 0)
    problems.push(...checkModel(records, settings), ...checkWork(records, settings));
  if (problems.length === 0 && records.length > 0) problems.push(...checkPairs(records, settings));
  return { problems, units: problems.length > 0 ? 0 : 1 };
};

function checkModel(records: AlignmentRow[], settings: Settings): Problem[] {
  const kind = kindOfRows(records, settings.alphabet);
  const { kind: isFor = kind } = modelOf(settings.distance);
  if (isFor === kind) return [];
  const [found, advice] = kind === 'dna' ? ['nucleotides', 'jc69, k80 or p'] : ['proteins', 'poisson, kimura or p'];
  const message = `${settings.distance} is not for ${found}, which these rows are; use ${advice}, or set alphabet to ${isFor} if they are not`;
  return [{ path: 'settings.distance', message }];
}

/** Limit for all replicates together: about 20 seconds. */
const MAX_STEPS = 20_000_000_000;

function checkWork(records: AlignmentRow[], { bootstrap }: Settings): Problem[] {
  const [rows, columns] = [records.length, records[0]!.row.length];
  const steps = (bootstrap as number) * ((rows * rows * columns) / 2 + rows ** 3);
  if (steps <= MAX_STEPS) return [];
  const most = Math.floor((MAX_STEPS / steps) * (bootstrap as number));
  const message = `${rows} rows of ${columns} columns can have at most ${most} replicates`;
  return [{ path: 'settings.bootstrap', message }];
}

function checkPairs(records: FromInput<AlignmentRow>[], settings: Settings): Problem[] {
  const kind = kindOfRows(records, settings.alphabet);
  const rows = numberedRows(
    records.map(({ row }) => row),
    kind,
    settings.gaps as 'pairwise' | 'complete',
  );
  const path = `${records[0]!.inputPath}.content`;
  if (rows[0]!.length === 0)
    return [{ path, message: "no column has a known residue in all rows; set gaps to 'pairwise' or remove rows" }];
  const problems: Problem[] = [];
  let columns = 0;
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      columns += rows[i]!.length;
      if (columns > MAX_COLUMNS || problems.length >= MAX_PAIRS) return problems;
      const counts = countPair(rows[i]!, rows[j]!);
      const message = pairProblem(settings.distance as Distance, counts, records[i]!, records[j]!);
      if (message !== undefined) problems.push({ path, message });
    }
  }
  return problems;
}
