import type { Settings } from '../contract.ts';

/** Files in the job's folder. */
export const QUERIES = 'queries';
export const RESULT = 'alignments';

/**
 * Returns the calls of MMseqs2 by which ColabFold (`colabfold_search`, version 1.6) makes the alignments of queries:
 * search in rounds, align the hits with the last profile again, filter, and write A3M. `db` is a database of MMseqs2.
 * ColabFold's own databases are of clusters, which it expands after the search; these are of sequences.
 */
export function colabfoldCalls(db: string, settings: Settings, threads: number): string[][] {
  const { sensitivity, iterations, evalue, max_seqs, align_evalue, filter, mask } = settings;
  const on = ['--threads', String(threads), '-v', '2'];
  const searching = [
    ...['--num-iterations', String(iterations), '-a', '-e', String(evalue), '--max-seqs', String(max_seqs)],
    ...['-s', String(sensitivity), '--mask', mask ? '1' : '0'],
  ];
  const aligning = [
    ...['-e', String(align_evalue), '--max-accept', filter ? '100000' : '1000000', '--alt-ali', '10', '-a'],
    ...['-c', String(settings.min_coverage), '--cov-mode', '2'],
  ];
  const least = filter ? String(settings.min_score_per_column) : '-20';
  const scoring = ['--qid', '0', '--qsc', least, '--diff', '0', '--max-seq-id', '1.0', '--filter-min-enable', '100'];
  const writing = [
    ...['--msa-format-mode', '6', '--filter-msa', filter ? '1' : '0', '--filter-min-enable', '1000'],
    ...['--diff', String(settings.diversity), '--qid', '0.0,0.2,0.4,0.6,0.8,1.0', '--qsc', '0'],
    ...['--max-seq-id', String(settings.max_identity)],
  ];
  const profile = `tmp/latest/profile_${Number(iterations) - 2}`;
  return [
    ['search', QUERIES, db, 'found', 'tmp', ...searching, ...on],
    ['mvdb', profile, 'profile', '-v', '2'],
    ['lndb', `${QUERIES}_h`, 'profile_h', '-v', '2'],
    ['align', 'profile', db, 'found', 'aligned', ...aligning, ...on],
    ['filterresult', QUERIES, db, 'aligned', 'filtered', ...scoring, ...on],
    ['result2msa', QUERIES, db, 'filtered', RESULT, ...writing, ...on],
  ];
}
