import type { About } from '../../moleculeTools.ts';
import { type JsonBond, readJson } from '../rdkitJson.ts';
import { withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';
import { findMatches } from './match.ts';

export interface DepictOptions {
  /** In pixels. */
  width: number;
  height: number;
  /** All matches of this SMARTS are highlighted; no atoms if it is empty. */
  highlight: string;
}

export interface Depiction extends About {
  smiles: string;
  svg: string;
}

const THREE_DIMENSIONS = 3;

/**
 * Draws a molecule as SVG. 3D coordinates are replaced by 2D ones, because their projection is hard to read. Bonds
 * between highlighted atoms are also highlighted.
 */
export function depict(tools: Toolbox, text: string, { width, height, highlight }: DepictOptions): Depiction {
  return withMol(tools, text, {}, (mol) => {
    if (mol.has_coords() === THREE_DIMENSIONS) mol.set_new_coords();
    const found = highlight === '' ? [] : findMatches(mol, tools.query(highlight));
    const atoms = [...new Set(found.flatMap((one) => one.atoms))];
    const { bonds: all } = readJson(mol);
    const isMarked = (bond: JsonBond) => bond.atoms.every((atom) => atoms.includes(atom));
    const bonds = [...all.keys()].filter((i) => isMarked(all[i]!));
    const svg = mol.get_svg_with_highlights(JSON.stringify({ width, height, atoms, bonds }));
    return { smiles: writeSmiles(mol), svg };
  });
}
