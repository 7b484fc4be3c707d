import { linesOf } from '../text.ts';
import { CifError, cifTokens, isValue } from './cifTokens.ts';
import { isKeyword } from './mmcif.ts';

/**
 * Returns the text of each model of an mmCIF file, with all of the file that is not atoms. So each atom is parsed twice
 * instead of once for each model. Returns undefined when the atoms do not stand one on a line, or have no model.
 */
export function cifModelTexts(text: string): string[] | undefined {
  const lines = [...linesOf(text)];
  const begin = lines.findIndex(isAtomName);
  if (begin < 1 || lines[begin - 1]!.trim().toLowerCase() !== 'loop_') return undefined;
  const count = lines.slice(begin).findIndex((line) => !isAtomName(line));
  const names = lines.slice(begin, begin + count).map((line) => line.trim().toLowerCase());
  const column = names.indexOf('_atom_site.pdbx_pdb_model_num');
  const rows = column === -1 ? undefined : rowsByModel(lines, begin + count, names.length, column);
  if (!rows) return undefined;
  const [head, tail] = [lines.slice(0, begin + count), lines.slice(rows.end)];
  return [...rows.models.values()].map((atoms) => [...head, ...atoms, ...tail].join('\n'));
}

const isAtomName = (line: string): boolean => /^\s*_atom_site\./i.test(line);

/** Returns the lines of atoms from a line on, by their model, and the line after the last one. */
function rowsByModel(lines: string[], from: number, width: number, column: number) {
  const models = new Map<string, string[]>();
  let end = from;
  try {
    for (; end < lines.length; end++) {
      const values = [...cifTokens([lines[end]!])];
      if (values.length === 0) continue;
      if (isKeyword(values[0]!)) break;
      if (values.length !== width) return undefined;
      const model = isValue(values[column]!) ? values[column]!.text : '';
      const rows = models.get(model);
      if (rows) rows.push(lines[end]!);
      else models.set(model, [lines[end]!]);
    }
  } catch (error) {
    if (!(error instanceof CifError)) throw error;
    return undefined;
  }
  return { models, end };
}
