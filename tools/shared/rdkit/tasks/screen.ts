import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { pains } from '../pains.ts';
import { withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';
import { parseDescriptors } from './describe.ts';

export interface ScreenOptions {
  pains: boolean;
  /** SMARTS to look for. */
  smarts: string[];
}

export interface Screening extends About {
  /** Of the parent molecule. */
  smiles: string;
  /** Of the whole. */
  fragments: number;
  descriptors: Record<string, number>;
  /** Names of the PAINS filters that match. */
  pains: string[];
  /** Whether each of the SMARTS is found. */
  found: boolean[];
}

/** What a filter wants to know about the parent of a molecule. */
export function screen(tools: Toolbox, text: string, options: ScreenOptions): Screening {
  return withMol(tools, text, { parent: true }, (mol, { removed }) => {
    const found = options.smarts.map((smarts) => contains(mol, tools.query(smarts)));
    const fragments = mol.get_smiles().split('.').length + removed.length;
    const known = { smiles: writeSmiles(mol), fragments, descriptors: parseDescriptors(mol.get_descriptors()), found };
    if (!options.pains) return { ...known, pains: [] };
    // Last, because the molecule keeps them: these SMARTS speak of explicit hydrogens.
    mol.add_hs_in_place();
    const matching = pains.filter(({ smarts }) => contains(mol, tools.query(smarts)));
    return { ...known, pains: matching.map(({ name }) => name) };
  });
}

function contains(mol: Mol, query: Mol): boolean {
  return mol.get_substruct_match(query) !== '{}';
}
