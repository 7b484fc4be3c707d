import type { Check, Problem, Settings } from '../contract.ts';
import { columnProblems } from '../shared/native/columnProblems.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { gapProblems } from './gapCosts.ts';
import { contract, database, queries, tableColumns } from './tool.ts';

/** 500 queries of 455 residues against 9.1 million took a quarter of a minute on two cores. */
const PAIRS_PER_MINUTE = 8e12;

export const check: Check = (inputs, settings, dataset) => {
  const { problems, pairs } = readSearch(inputs, queries, database, dataset);
  const wanted = settings.program === 'blastp' ? 'protein' : 'dna';
  for (const [i, { slotId, kind }] of inputs.entries())
    if (slotId === queries.id && kind !== wanted)
      problems.unshift({
        path: `input.inputs[${i}].kind`,
        message: `${settings.program} takes queries of kind ${wanted}, not ${kind}`,
      });
  for (const [setting, own] of Object.entries({ query_gencode: 1, strand: 'both', frameshift: 0 }))
    if (settings.program === 'blastp' && settings[setting] !== own)
      problems.push({
        path: `settings.${setting}`,
        message: 'is of blastx, which translates DNA; blastp has no use for it',
      });
  if (settings.program === 'blastx' && Number(settings.comp_based_stats) > 1)
    problems.push({ path: 'settings.comp_based_stats', message: 'blastx has only 0 and 1 of these statistics' });
  if (settings.program === 'blastp' && (settings.columns as string[]).includes('qseq_translated'))
    problems.push({ path: 'settings.columns', message: 'qseq_translated is a column of blastx, which translates DNA' });
  problems.push(...replaced(settings), ...gapProblems(settings), ...columnProblems(settings, tableColumns));
  if (problems.length > 0) return { problems, units: 0 };
  const searches = 1 + Number(settings.report) + Number(settings.xml);
  return { problems, units: 1, estimatedMinutes: Math.max(1, (searches * pairs) / PAIRS_PER_MINUTE) };
};

/** Returns problems of settings that DIAMOND would ignore because another setting replaces them. */
function replaced({ min_score, evalue, top, max_target_seqs }: Settings): Problem[] {
  const problem = (setting: string, by: string) => ({
    path: `settings.${setting}`,
    message: `${by} stands in place of ${setting}: set one of them`,
  });
  return [
    ...(min_score !== 0 && evalue !== usual('evalue') ? [problem('evalue', 'min_score')] : []),
    ...(top !== 0 && max_target_seqs !== usual('max_target_seqs') ? [problem('max_target_seqs', 'top')] : []),
  ];
}

/** Returns the default of a setting. */
const usual = (setting: keyof typeof contract.settings.properties): unknown =>
  (contract.settings.properties[setting] as { default?: unknown }).default;
