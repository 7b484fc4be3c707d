import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';

export interface MatchOptions {
  smarts: string[];
  /** Maximum number of matches that are listed for each pattern. */
  maxMatches: number;
}

export interface Matches extends About {
  smiles: string;
  /** For each pattern its matches; a match lists atoms, counted from 0, in the order of the pattern. */
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

/** Finds the matches of a pattern. RDKit returns an empty object when there is no match. */
export function findMatches(mol: Mol, query: Mol): { atoms: number[]; bonds: number[] }[] {
  const found: unknown = JSON.parse(mol.get_substruct_matches(query));
  return Array.isArray(found) ? found : [];
}
