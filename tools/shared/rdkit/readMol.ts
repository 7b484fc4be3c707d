import type { Mol } from '@rdkit/rdkit';
import { heavyAtomsOfSmiles, MAX_HEAVY_ATOMS } from '../molecules.ts';
import { firstReason, Rejection, type Toolbox } from './toolbox.ts';

export interface ReadOptions {
  /** Only the largest fragment of a salt or a mixture. */
  largestFragment?: boolean;
  /** Keep the hydrogens that a molfile writes out; otherwise only those that mean something stay, such as isotopes. */
  keepHydrogens?: boolean;
}

/** Runs `use` with a molecule that RDKit accepts and gives it back afterwards. `text` is a SMILES or a molfile. */
export function withMol<T>(tools: Toolbox, text: string, options: ReadOptions, use: (mol: Mol) => T): T {
  const mol = tools.rdkit.get_mol(text);
  if (!mol) throw new Rejection(firstReason(tools.log()) || 'RDKit cannot read this molecule');
  try {
    if (!options.keepHydrogens && mol.get_num_atoms() > mol.get_num_atoms(true)) mol.remove_hs_in_place();
    if (options.largestFragment) {
      // RDKit never writes a ring closure across a dot, so its fragments are molecules of their own.
      const fragments = mol.get_smiles().split('.');
      if (fragments.length > 1) return withMol(tools, largest(fragments), options, use);
    }
    const heavyAtoms = mol.get_num_atoms(true);
    if (heavyAtoms === 0) throw new Rejection('the molecule has no heavy atom');
    if (heavyAtoms > MAX_HEAVY_ATOMS) throw new Rejection(`${heavyAtoms} heavy atoms, the limit is ${MAX_HEAVY_ATOMS}`);
    return use(mol);
  } finally {
    mol.delete();
  }
}

function largest(fragments: string[]): string {
  return fragments.reduce((best, next) => (heavyAtomsOfSmiles(next) > heavyAtomsOfSmiles(best) ? next : best));
}
