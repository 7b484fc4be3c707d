import { linesOf } from '../shared/text.ts';

/**
 * Returns whether a PDB file is older than format 2.0 (1996). Its columns 73-80 have the entry's id and the line
 * number, where newer files have charges (79-80). Gemmi fails on these columns unless lines are cut at column 72.
 */
export function isOldPdb(text: string): boolean {
  for (const line of linesOf(text))
    if (/^(ATOM {2}|HETATM)/.test(line) && !/^( *|\d[+-]|[+-]\d)$/.test(line.slice(78, 80))) return true;
  return false;
}
