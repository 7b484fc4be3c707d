import { Models } from '../shared/structure/pdb.ts';
import { linesOf } from '../shared/text.ts';

const isAtom = (line: string): boolean => /^(ATOM[ \d][ \d]|HETATM)/i.test(line);

/** Whether a line belongs to the atoms before it. */
const isOfAtoms = (line: string): boolean => isAtom(line) || /^(TER( |$)|ANISOU|SIG(ATM|UIJ))/i.test(line);

/**
 * Returns a PDB file that Gemmi reads as the reader of all tools does (shared/structure/pdb.ts). It has MODEL and ENDMDL lines with
 * numbers that count from 1, no END line before further atoms, and records in upper case.
 */
export function withModels(text: string): string {
  const lines = [...linesOf(text)];
  const models = new Models();
  const last = lines.findLastIndex(isOfAtoms);
  const written: string[] = [];
  let [current, start] = [0, 0];
  for (const [i, line] of lines.entries()) {
    const mark = /^(MODEL|ENDMDL|END)\s*(\d|$)/i.test(line);
    if (mark) models.mark(line.slice(0, 6).trim().toUpperCase());
    else if (!isAtom(line)) written.push(...(line.trim() === '' ? [] : [line]));
    else {
      const model = models.of(line, i + 1);
      if (current === 0) start = written.length;
      else if (model > current) written.push('ENDMDL', modelLine(model));
      current = model;
      written.push(inUpperCase(line));
    }
    if (i === last && models.count > 1) written.push('ENDMDL');
  }
  if (models.count > 1) written.splice(start, 0, modelLine(1));
  return [...written, 'END'].join('\n');
}

/** Returns a line whose record is in lower case with names in upper case. */
function inUpperCase(line: string): string {
  if (/^(ATOM|HETATM)/.test(line)) return line;
  return `${line.slice(0, 21).toUpperCase()}${line.slice(21, 76)}${line.slice(76, 78).toUpperCase()}${line.slice(78)}`;
}

const modelLine = (number: number): string => `MODEL     ${String(number).padStart(4)}`;
