import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';

export interface MatchOptions {
  smarts: string[];
  /** At most so many matches of each pattern are listed. */
  maxMatches: number;
}

export interface Matches extends About {
  smiles: string;
  /** For each pattern the matches, for each match the atoms in the order of the pattern, counted from 0. */
  atoms: number[][][];
}

export function match(tools: Toolbox, text: string, { smarts, maxMatches }: MatchOptions): Matches {
  return withMol(tools, text, {}, (mol) => ({
    smiles: writeSmiles(mol),
    atoms: smarts.map((one) =>
      findMatches(mol, tools.query(one))
        .map(({ atoms }) => atoms)
        .slice(0, maxMatches),
    ),
  }));
}

/** RDKit answers an empty object where there is no match. */
export function findMatches(mol: Mol, query: Mol): { atoms: number[]; bonds: number[] }[] {
  const found: unknown = JSON.parse(mol.get_substruct_matches(query));
  return Array.isArray(found) ? found : [];
}
