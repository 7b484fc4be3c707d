import type { Check, Problem, Settings } from '../contract.ts';
import { misfitOfModel, outgroupProblems } from '../shared/msa/treeRows.ts';
import { quoted } from '../shared/problems.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { readConstraint } from './constraint.ts';
import { constantColumns, parseModel } from './model.ts';
import { alignment } from './tool.ts';

const LEAST_REPLICATES = 1_000;
const LEAST_ROWS = 4;

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readAlignment(inputs, alignment);
  const rows = records.map(({ row }) => row);
  for (const { name, row, line, inputPath } of records)
    if (/^[-X?]*$/.test(row))
      problems.push({ path: `${inputPath}.content`, message: `line ${line}: row ${quoted(name)} has no residues` });
  problems.push(
    ...modelProblems(settings, records),
    ...supportProblems(settings, rows.length > 0 ? count : LEAST_ROWS),
  );
  problems.push(
    ...outgroupProblems(
      settings.outgroup as string[],
      records.map(({ name }) => name),
    ),
  );
  problems.push(...constraintProblems(settings.constraint as string, records));
  if (problems.length > 0) return { problems, units: 0 };
  const cells = count * count * (rows[0]?.length ?? 0);
  return { problems, units: 1, estimatedMinutes: Math.max(2, (cells / CELLS_PER_MINUTE) * effort(settings)) };
};

function constraintProblems(constraint: string, records: { name: string }[]): Problem[] {
  if (constraint === '' || records.length === 0) return [];
  const read = readConstraint(
    constraint,
    records.map(({ name }) => name),
  );
  return 'problem' in read ? [{ path: 'settings.constraint', message: read.problem }] : [];
}

function modelProblems({ model: given, sequence_type }: Settings, records: { row: string }[]): Problem[] {
  const problem = (message: string) => [{ path: 'settings.model', message }];
  const model = parseModel(given as string);
  if (typeof model === 'string') return problem(model);
  const named = { model: model.text, isFor: model.isFor };
  const misfits = misfitOfModel(named, sequence_type as string, records, { dna: 'GTR+G4', protein: 'LG+G4' });
  if (misfits.length > 0) return misfits;
  const rows = records.map(({ row }) => row);
  if (!model.ascertained || rows.length === 0) return [];
  const constant = constantColumns(rows, model.isFor === 'dna' ? /[^ACGTU]/ : /[-?X.]/);
  if (constant === 0) return [];
  return problem(`'+ASC' is for alignments of variable columns alone, this one has ${constant} that are constant`);
}

function supportProblems(settings: Settings, count: number): Problem[] {
  const { ufboot, bootstrap, alrt } = settings as Record<string, number>;
  const { fast, bnni } = settings;
  const problems: Problem[] = [];
  const refuse = (setting: string, message: string) => problems.push({ path: `settings.${setting}`, message });
  for (const [setting, value] of Object.entries({ ufboot: ufboot!, alrt: alrt! }))
    if (value > 0 && value < LEAST_REPLICATES) refuse(setting, `must be 0, for none, or ${LEAST_REPLICATES} and more`);
  if (ufboot! > 0 && fast) refuse('ufboot', 'a fast search has no bootstrap; set one of them only');
  if (bootstrap! > 0 && fast) refuse('bootstrap', 'a fast search has no bootstrap; set one of them only');
  if (ufboot! > 0 && bootstrap! > 0) refuse('bootstrap', 'set ufboot or bootstrap, not both');
  if (bnni && ufboot === 0) refuse('bnni', 'goes with ufboot');
  if ((ufboot! > 0 || bootstrap! > 0) && count < LEAST_ROWS)
    refuse(
      ufboot! > 0 ? 'ufboot' : 'bootstrap',
      `a bootstrap needs at least ${LEAST_ROWS} rows, the alignment has ${count}`,
    );
  return problems;
}

/** 45 rows of 154 columns took 45 s on one core. The time grows with the square of the rows. */
const CELLS_PER_MINUTE = (45 * 45 * 154) / 0.75;

function effort(settings: Settings): number {
  const { ufboot, bootstrap, alrt } = settings as Record<string, number>;
  const ofModel = ['TEST', 'MFP'].includes((settings.model as string).toUpperCase()) ? 2 : 1;
  if (settings.fast) return 0.02 * ofModel;
  return ofModel + (ufboot! > 0 ? 1 : 0) + (alrt! > 0 ? 0.3 : 0) + bootstrap!;
}
