import type { Settings } from '../../contract.ts';

/** Settings of tools that take long with their defaults. */
export const quickSettings: Record<string, Settings> = {
  'vina-dock': { exhaustiveness: 1 },
  iqtree: { fast: true },
  'gromacs-md': { time_ps: 1 },
  electrostatics: { grid: 'coarse' },
};

/** Tools without programs that take seconds all the same. */
export const slowBuiltIn = ['conformer-generation'];
