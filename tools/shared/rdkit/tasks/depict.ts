import { withMol } from '../readMol.ts';
import type { Toolbox } from '../toolbox.ts';
import { findMatches } from './match.ts';

export interface DepictOptions {
  /** Pixels. */
  width: number;
  height: number;
  /** All matches of this SMARTS are highlighted; empty for none. */
  highlight: string;
}

const THREE_DIMENSIONS = 3;

/** An SVG. Coordinates in three dimensions are replaced: their shadow is hard to read. */
export function depict(tools: Toolbox, text: string, { width, height, highlight }: DepictOptions): string {
  return withMol(tools, text, {}, (mol) => {
    if (mol.has_coords() === THREE_DIMENSIONS) mol.set_new_coords();
    const found = highlight === '' ? [] : findMatches(mol, tools.query(highlight));
    const [atoms, bonds] = [found.flatMap((one) => one.atoms), found.flatMap((one) => one.bonds)];
    return mol.get_svg_with_highlights(JSON.stringify({ width, height, atoms, bonds }));
  });
}
