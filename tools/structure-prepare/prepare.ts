import { type Changes, type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import type { Residue, Structure } from '../shared/structure/structure.ts';

export interface PrepareSettings {
  chains: string[];
  keep_hydrogens: boolean;
  keep_waters: boolean;
  ligands: 'drop' | 'keep' | 'split';
  mse_to_met: boolean;
}

export interface Prepared {
  /** Polymers first, then ligands and waters as far as they are kept, chain by chain. */
  receptor: Residue[];
  /** Of the chosen chains, whether they are kept or not. */
  ligands: Residue[];
  chains: NormalisedChain[];
  changes: Changes;
}

export function prepare(structure: Structure, settings: PrepareSettings): Prepared {
  const options = { keepHydrogens: settings.keep_hydrogens, mseToMet: settings.mse_to_met };
  const isWanted = (id: string) => settings.chains.length === 0 || settings.chains.includes(id);
  const { chains, changes } = normalise(structure, options, ({ id }) => isWanted(id));
  const ligands = chains.flatMap((chain) => chain.ligands);
  const receptor = [
    ...chains.flatMap(({ polymer }) => polymer),
    ...(settings.ligands === 'keep' ? ligands : []),
    ...(settings.keep_waters ? chains.flatMap(({ waters }) => waters) : []),
  ];
  return { receptor, ligands, chains, changes };
}
