import type { Mol } from '@rdkit/rdkit';
import { MAX_HEAVY_ATOMS } from '../molecules.ts';
import type { About } from '../moleculeTools.ts';
import { doubtsAbout } from './doubts.ts';
import { findParent } from './parent.ts';
import { firstReason, Rejection, type Toolbox } from './toolbox.ts';

export interface ReadOptions {
  /** Leave out salt formers, solvents and smaller fragments. */
  parent?: boolean;
  /** Keep the hydrogens that a molfile writes out. By default only hydrogens with a meaning stay, such as isotopes. */
  keepHydrogens?: boolean;
  /** Also remove the hydrogen of an imine. This drops whether C=N-H is E or Z, which changes quickly in water. */
  anyImine?: boolean;
}

/**
 * Read hydrogens and remove them later: while reading, MinimalLib removes them before it knows the rings, and the
 * stereo of nitrogens in three-membered rings is lost.
 */
const KEEP_HYDROGENS = JSON.stringify({ removeHs: false });

/** Returns the parameters for removing hydrogens. Without parameters MinimalLib also removes isotopes. */
const removeHydrogens = ({ anyImine = false }: ReadOptions) =>
  JSON.stringify({ removeIsotopes: false, removeDefiningBondStereo: anyImine });

/**
 * Calls `use` with a molecule that RDKit accepts. Returns its result together with the molecule's warnings and removed
 * fragments. `text` is a SMILES, with or without a CXSMILES extension, or a molfile.
 */
export function withMol<T extends object>(
  tools: Toolbox,
  text: string,
  options: ReadOptions,
  use: (mol: Mol, about: About) => T,
): T & About {
  const mol = tools.rdkit.get_mol(text, KEEP_HYDROGENS);
  if (!mol) throw new Rejection(firstReason(tools.log()) || unreadable(tools, text));
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
    // RDKit writes query bonds and bonds without an order as `~`. Our reader refuses such a SMILES, so the molecule is
    // rejected.
    if (chosen.get_smiles().includes('~'))
      throw new Rejection('a bond is not single, double, triple, aromatic or dative');
    about.warnings.push(...doubtsAbout(chosen, text));
    return { ...use(chosen, about), ...about };
  } finally {
    parent?.delete();
    mol.delete();
  }
}

/** Returns a reason where RDKit gives none, as for faults in the extension of a CXSMILES. */
function unreadable(tools: Toolbox, text: string): string {
  const [smiles, extension] = text.includes('\n') ? [text, undefined] : text.split(/ (?=\|)/, 2);
  const plain = extension === undefined ? null : tools.rdkit.get_mol(smiles!, KEEP_HYDROGENS);
  plain?.delete();
  return plain
    ? `RDKit cannot read the extension ${extension}, but it reads the SMILES without the extension`
    : 'RDKit cannot read this molecule';
}

/** Calls `use` with a molecule in RDKit's JSON format. Without the option RDKit forgets the stereo of double bonds. */
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
