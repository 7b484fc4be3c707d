import type { Mol } from '@rdkit/rdkit';
import { MAX_HEAVY_ATOMS } from '../molecules.ts';
import type { About } from '../moleculeTools.ts';
import { doubtsAbout } from './doubts.ts';
import { findParent } from './parent.ts';
import { firstReason, Rejection, type Toolbox } from './toolbox.ts';

export interface ReadOptions {
  /** Without the salt formers, solvents and smaller fragments beside the molecule. */
  parent?: boolean;
  /** Keep the hydrogens that a molfile writes out; otherwise only those that mean something stay, such as isotopes. */
  keepHydrogens?: boolean;
  /** Leave out the hydrogen of an imine too, and with it whether C=N-H is E or Z, which water changes at once. */
  anyImine?: boolean;
}

/** MinimalLib removes hydrogens before it knows the rings, and with them the stereo of nitrogens in rings of three. */
const KEEP_HYDROGENS = JSON.stringify({ removeHs: false });

/** MinimalLib without parameters takes isotopes too. */
const removeHydrogens = ({ anyImine = false }: ReadOptions) =>
  JSON.stringify({ removeIsotopes: false, removeDefiningBondStereo: anyImine });

/**
 * What `use` finds out about a molecule that RDKit accepts, with what there is to say of it. `text` is a SMILES, which may have a
 * CXSMILES extension, or a molfile.
 */
export function withMol<T extends object>(
  tools: Toolbox,
  text: string,
  options: ReadOptions,
  use: (mol: Mol, about: About) => T,
): T & About {
  const mol = tools.rdkit.get_mol(text, KEEP_HYDROGENS);
  if (!mol) throw new Rejection(firstReason(tools.log()) || 'RDKit cannot read this molecule');
  let parent: Mol | undefined;
  try {
    const isKept = options.keepHydrogens && text.includes('\n');
    if (!isKept && mol.get_num_atoms() > mol.get_num_atoms(true)) mol.remove_hs_in_place(removeHydrogens(options));
    const about: About = { removed: [], warnings: [] };
    if (options.parent) parent = findParent(tools, mol, about);
    const chosen = parent ?? mol;
    const heavyAtoms = chosen.get_num_atoms(true);
    if (heavyAtoms === 0) throw new Rejection('the molecule has no heavy atom');
    if (heavyAtoms > MAX_HEAVY_ATOMS) throw new Rejection(`${heavyAtoms} heavy atoms, the limit is ${MAX_HEAVY_ATOMS}`);
    // Bonds of no order and of queries, which no SMILES of ours may have: they are not read back.
    if (chosen.get_smiles().includes('~'))
      throw new Rejection('a bond is not single, double, triple, aromatic or dative');
    about.warnings.push(...doubtsAbout(chosen, text));
    return { ...use(chosen, about), ...about };
  } finally {
    parent?.delete();
    mol.delete();
  }
}

/** What `use` finds out about a molecule in RDKit's own JSON, without whose option RDKit forgets the stereo of double bonds. */
export function withJson<T>(tools: Toolbox, json: string, use: (mol: Mol) => T): T {
  const mol = tools.rdkit.get_mol(json, JSON.stringify({ assignStereo: false }));
  if (!mol) throw new Rejection(firstReason(tools.log()) || 'RDKit cannot read its own molecule');
  try {
    return use(mol);
  } finally {
    mol.delete();
  }
}

export const canonicalSmiles = (tools: Toolbox, smiles: string): string =>
  withMol(tools, smiles, {}, (mol) => ({ canonical: mol.get_smiles() })).canonical;
