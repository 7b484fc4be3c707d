import type { DatasetSize } from '../../contract.ts';

/** The price of a search of sequences, in the units of `searchUnit`. */
export const searchUnits = (count: number, dataset: DatasetSize | undefined): number =>
  Math.ceil(dataset ? dataset.residues / RESIDUES_PER_UNIT : count / 10_000);

const RESIDUES_PER_UNIT = 100_000_000;

export const searchUnit = 'started 10,000 sequences of a database that is sent, or 100 million residues of a dataset';
