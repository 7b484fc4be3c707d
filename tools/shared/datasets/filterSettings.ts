import * as Type from 'typebox';
import type { FILTERS } from './recordFilter.ts';

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
} satisfies Record<(typeof FILTERS)[number], unknown>;
