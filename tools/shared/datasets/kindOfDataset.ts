import type { DatasetSize } from '../../contract.ts';

/** Returns the kind of the records of a dataset of sequences. */
export const kindOfDataset = ({ kind }: DatasetSize): 'protein' | 'dna' =>
  kind === 'protein-sequences' ? 'protein' : 'dna';
