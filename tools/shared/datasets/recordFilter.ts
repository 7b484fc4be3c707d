import type { DatasetSize, Problem, Settings } from '../../contract.ts';

/** The settings that choose records of a dataset. filterSettings.ts describes them. */
export const FILTERS = ['taxids', 'exclude_taxids', 'seqids', 'exclude_seqids'] as const;

/** Which records of a dataset a job searches. Empty lists choose nothing. */
export interface RecordFilter {
  taxids: number[];
  excludedTaxids: number[];
  seqids: string[];
  excludedSeqids: string[];
}

const wordsOf = (text: unknown): string[] =>
  [...new Set(String(text ?? '').split(/[\s,]+/))].filter((word) => word !== '');

/** Returns the filter of a job; undefined when it searches all records. */
export function filterOf(settings: Settings): RecordFilter | undefined {
  const filter = {
    taxids: wordsOf(settings.taxids).map(Number),
    excludedTaxids: wordsOf(settings.exclude_taxids).map(Number),
    seqids: wordsOf(settings.seqids),
    excludedSeqids: wordsOf(settings.exclude_seqids),
  };
  return Object.values(filter).some((list) => list.length > 0) ? filter : undefined;
}

/** Returns the problems of a filter: without a dataset, and by taxa in a release that has none. */
export function filterProblems(settings: Settings, dataset: DatasetSize | undefined, isNamed: boolean): Problem[] {
  const given = FILTERS.filter((name) => wordsOf(settings[name]).length > 0);
  const problem = (message: string) => given.map((name) => ({ path: `settings.${name}`, message }));
  if (!isNamed) return problem('chooses records of a dataset: name one, or send only the records to search');
  if (!dataset || dataset.taxonomy) return [];
  return problem(
    'the release has no taxa: its headers have no OX= or TaxID=, and it was imported without --taxon-map',
  ).filter(({ path }) => path.includes('taxids'));
}
