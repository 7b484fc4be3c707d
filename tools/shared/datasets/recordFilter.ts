import * as Type from 'typebox';
import type { DatasetSize, Problem, Settings } from '../../contract.ts';

const taxids = (description: string) =>
  Type.String({
    maxLength: 2_000,
    pattern: '^\\s*([0-9]{1,9}([\\s,]+[0-9]{1,9})*)?\\s*$',
    default: '',
    description,
  });

const seqids = (description: string) => Type.String({ maxLength: 100_000, default: '', description });

/** Settings that choose records of a dataset. All tools that search sequences of a dataset have them. */
export const filterSettings = {
  taxids: taxids(
    'Search only records of these taxa and of the taxa below them, by NCBI taxonomy id, separated by commas; of a dataset that has taxa',
  ),
  exclude_taxids: taxids('Leave out records of these taxa and of the taxa below them'),
  seqids: seqids(
    'Search only the records of a dataset with these names or accessions, such as `P68871` for `sp|P68871|HBB_HUMAN`, separated by spaces or commas',
  ),
  exclude_seqids: seqids('Leave out the records with these names or accessions'),
};

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
  const given = Object.keys(filterSettings).filter((name) => wordsOf(settings[name]).length > 0);
  const problem = (message: string) => given.map((name) => ({ path: `settings.${name}`, message }));
  if (!isNamed) return problem('chooses records of a dataset: name one, or send only the records to search');
  if (!dataset || dataset.taxonomy) return [];
  return problem(
    'the release has no taxa: its headers have no OX= or TaxID=, and it was imported without --taxon-map',
  ).filter(({ path }) => path.includes('taxids'));
}
