import type { Settings } from '../contract.ts';

/** Settings for tools that take long with their defaults. */
export const quickSettings: Record<string, Settings> = {
  'vina-dock': { exhaustiveness: 1 },
  iqtree: { fast: true },
  'gromacs-md': { time_ps: 1 },
  electrostatics: { grid: 'coarse' },
  'mmseqs-cluster': { linclust: true },
  'mmseqs-search': { kmer_length: 5 },
  'msa-search': { iterations: 2, sensitivity: 1 },
};

/** Tools that take seconds although they run no program. */
export const slowBuiltIn = ['conformer-generation'];
