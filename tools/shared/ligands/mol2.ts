import { type MoleculeLimits, type MoleculeRecord, tidyName } from '../molecules.ts';
import { TextProblems } from '../problems.ts';
import { isCoordinate } from '../structure/limits.ts';
import type { Vector } from '../structure/vectors.ts';
import { linesOf } from '../text.ts';

/** Tripos MOL2: records begin with @<TRIPOS>MOLECULE, then name and counts; atoms are `id name x y z type …`. */
export function parseMol2(text: string, limits: MoleculeLimits, firstNumber = 1) {
  const problems = new TextProblems();
  const records: MoleculeRecord[] = [];
  for (const { lines, start } of recordsOf(text)) {
    if (records.length >= limits.maxRecords) {
      problems.add(`line ${start}: more than ${limits.maxRecords} molecules`);
      return { records, problems };
    }
    const name = tidyName(lines[1] ?? '') || `molecule_${firstNumber + records.length}`;
    const heavyAtoms = countHeavyAtoms(lines, start, problems);
    records.push({ name, text: `${lines.join('\n')}\n`, line: start, heavyAtoms });
  }
  if (records.length === 0)
    problems.add(text.trim() === '' ? 'the content is empty' : 'no molecule: the file needs @<TRIPOS>MOLECULE');
  return { records, problems };
}

/** Places of the atoms of a record that `parseMol2` took. */
export function pointsOfMol2(text: string): Vector[] {
  let inAtoms = false;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('@')) inAtoms = line.trim() === '@<TRIPOS>ATOM';
    if (!inAtoms || line.startsWith('@') || line.trim() === '') return [];
    return [line.trim().split(/\s+/, 5).slice(2).map(Number) as unknown as Vector];
  });
}

function recordsOf(text: string): { lines: string[]; start: number }[] {
  const records: { lines: string[]; start: number }[] = [];
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    if (line.startsWith('@<TRIPOS>MOLECULE')) records.push({ lines: [], start: lineNumber });
    records.at(-1)?.lines.push(line);
  }
  return records;
}

function countHeavyAtoms(lines: string[], start: number, problems: TextProblems): number {
  const declared = Number(/^\s{0,80}(\d{1,6})\b/.exec(lines[2] ?? '')?.[1]);
  if (!(declared > 0)) {
    problems.add(`line ${start + 2}: no number of atoms (third line of a MOL2 molecule)`);
    return 0;
  }
  let inAtoms = false;
  let atoms = 0;
  let heavy = 0;
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('@')) inAtoms = line.trim() === '@<TRIPOS>ATOM';
    else if (inAtoms && line.trim() !== '') {
      const words = line.trim().split(/\s+/, 6);
      atoms++;
      const isAtom = words.length === 6 && words.slice(2, 5).every(isCoordinate);
      if (!isAtom) problems.add(`line ${start + i}: bad coordinates or no atom type`);
      else if (!/^[HD]$/i.test(words[5]!.split('.')[0]!)) heavy++;
    }
  }
  if (atoms !== declared) problems.add(`line ${start + 2}: the molecule declares ${declared} atoms, found ${atoms}`);
  return heavy;
}
