import { type Changes, type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { asParent } from '../shared/structure/residues.ts';
import { type Residue, residueName, type Structure } from '../shared/structure/structure.ts';

export interface PrepareSettings {
  keep_hydrogens: boolean;
  keep_waters: boolean;
  ligands: 'drop' | 'keep' | 'split';
  /** Names of ligands and ions that stay in the receptor with any value of `ligands`. */
  keep: string[];
  mse_to_met: boolean;
  modified_to_parent: boolean;
  altloc: string;
}

export interface Prepared {
  /** Polymers first, then the ligands and waters that are kept, chain by chain. */
  receptor: Residue[];
  /** All ligands of the chosen chains, kept or not. */
  ligands: Residue[];
  /** Ligands and waters that are not in the receptor. */
  removed: Residue[];
  chains: NormalisedChain[];
  changes: Changes;
  /** Modified residues that became standard ones, as `A:SEP20 as SER`. */
  replaced: string[];
}

export function prepare(structure: Structure, settings: PrepareSettings): Prepared {
  const { altloc } = settings;
  const options = { keepHydrogens: settings.keep_hydrogens, mseToMet: settings.mse_to_met, altloc };
  const { chains, changes } = normalise(structure, options);
  const ligands = chains.flatMap((chain) => chain.ligands);
  const waters = chains.flatMap((chain) => chain.waters);
  const keep = new Set(settings.keep.map((name) => name.toUpperCase()));
  const isKept = ({ name }: Residue) => settings.ligands === 'keep' || keep.has(name);
  const replaced: string[] = [];
  const polymer = chains
    .flatMap((chain) => chain.polymer)
    .map((residue) => {
      const standard = settings.modified_to_parent ? asParent(residue) : residue;
      if (standard !== residue) replaced.push(`${residueName(residue)} as ${standard.name}`);
      return standard;
    });
  return {
    receptor: [...polymer, ...ligands.filter(isKept), ...(settings.keep_waters ? waters : [])],
    ligands,
    removed: [...ligands.filter((residue) => !isKept(residue)), ...(settings.keep_waters ? [] : waters)],
    ...{ chains, changes, replaced },
  };
}
