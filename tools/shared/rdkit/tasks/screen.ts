import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { pains } from '../pains.ts';
import { withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';
import { parseDescriptors } from './describe.ts';

export interface ScreenOptions {
  pains: boolean;
  /** SMARTS to search for. */
  smarts: string[];
}

export interface Screening extends About {
  /** SMILES of the parent molecule. */
  smiles: string;
  /** Number of fragments of the whole molecule. */
  fragments: number;
  descriptors: Record<string, number>;
  /** Names of the matching PAINS filters. */
  pains: string[];
  /** Whether each of the SMARTS is found. */
  found: boolean[];
}

/** Computes what filters need about the parent of a molecule. */
export function screen(tools: Toolbox, text: string, options: ScreenOptions): Screening {
  return withMol(tools, text, { parent: true }, (mol, { removed }) => {
    const found = options.smarts.map((smarts) => contains(mol, tools.query(smarts)));
    const fragments = mol.get_smiles().split('.').length + removed.length;
    const known = { smiles: writeSmiles(mol), fragments, descriptors: parseDescriptors(mol.get_descriptors()), found };
    if (!options.pains) return { ...known, pains: [] };
    // Last step, because the molecule keeps the added hydrogens: PAINS SMARTS match explicit hydrogens.
    mol.add_hs_in_place();
    const matching = pains.filter(({ smarts }) => contains(mol, tools.query(smarts)));
    return { ...known, pains: matching.map(({ name }) => name) };
  });
}

function contains(mol: Mol, query: Mol): boolean {
  return mol.get_substruct_match(query) !== '{}';
}
