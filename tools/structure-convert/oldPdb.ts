import { linesOf } from '../shared/text.ts';

/**
 * Whether a PDB file is from before format 2.0 (1996): columns 73-80 had the entry's id and the number of the line, where
 * charges are now (79-80). Gemmi stops at those unless it is told.
 */
export function isOldPdb(text: string): boolean {
  for (const line of linesOf(text))
    if (/^(ATOM {2}|HETATM)/.test(line) && !/^( *|\d[+-]|[+-]\d)$/.test(line.slice(78, 80))) return true;
  return false;
}
