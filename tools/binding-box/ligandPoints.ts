import { isHydrogenType, readPdbqt } from '../shared/ligands/pdbqt.ts';
import { parseMolfiles } from '../shared/molfiles.ts';
import type { TextProblems } from '../shared/problems.ts';
import { isCoordinate } from '../shared/structure/limits.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import { linesOf } from '../shared/text.ts';

/** An atom of a molecule file: its coordinates in ångström, and whether it is a hydrogen. */
export interface LigandAtom {
  point: Vector;
  isHydrogen: boolean;
}

/** Reads the atoms of the single molecule of a file. Problems name the line. */
export function readLigand(text: string, format: string, problems: TextProblems): LigandAtom[] {
  if (format === 'MOL2') return readTable(text, problems, mol2Words(), 'an @<TRIPOS>ATOM section');
  if (format === 'PDBQT') return fromPdbqt(text, problems);
  const { records, problems: found } = parseMolfiles(text, format as 'SDF' | 'MOL', { maxRecords: 1 });
  for (const message of found.messages) problems.add(message);
  const [record] = records;
  if (record?.fault) problems.add(record.fault);
  if (!record || record.fault || found.messages.length > 0) return [];
  return fromMolfile(record.text);
}

/** Reads the atoms of a molfile that its parser has accepted. */
function fromMolfile(text: string): LigandAtom[] {
  const lines = text.split('\n');
  const isV3000 = /V3000\s*$/.test(lines[3]!);
  if (!isV3000)
    return lines
      .slice(4, 4 + Number(lines[3]!.slice(0, 3)))
      .map((line) => atomOf([line.slice(0, 10), line.slice(10, 20), line.slice(20, 30)], line.slice(31, 34).trim()));
  const begin = lines.findIndex((line) => line.startsWith('M  V30 BEGIN ATOM'));
  const end = lines.findIndex((line) => line.startsWith('M  V30 END ATOM'));
  return lines
    .slice(begin + 1, end)
    .filter((line, i, all) => /^M {2}V30 \d/.test(line) && !all[i - 1]?.endsWith('-'))
    .map((line) => line.slice(7).trim().split(/\s+/))
    .map(([, element, x, y, z]) => atomOf([x ?? '', y ?? '', z ?? ''], element ?? ''));
}

const atomOf = (numbers: string[], element: string): LigandAtom => ({
  point: numbers.map(Number) as unknown as Vector,
  isHydrogen: /^[HDT]$/i.test(element),
});

const tooMany = (molecules: number) =>
  `the file has ${molecules} molecules, the box is put around one: send only that one`;

/** Returns coordinates and element of a line with an atom, or `start` for the first line of a molecule. */
type Words = (line: string) => { numbers: string[]; element: string } | 'start' | undefined;

function readTable(text: string, problems: TextProblems, words: Words, wanted: string): LigandAtom[] {
  const atoms: LigandAtom[] = [];
  let molecules = 0;
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    const found = words(line);
    if (found === 'start') molecules++;
    if (!found || found === 'start') continue;
    if (found.numbers.length === 3 && found.numbers.every(isCoordinate))
      atoms.push(atomOf(found.numbers, found.element));
    else problems.add(`line ${lineNumber}: bad coordinates`);
  }
  if (lineNumber === 1 && text.trim() === '') problems.add('the content is empty');
  else if (atoms.length === 0 && problems.messages.length === 0) problems.add(`no atoms: the file needs ${wanted}`);
  if (molecules > 1) problems.add(tooMany(molecules));
  return atoms;
}

/** Reads Tripos MOL2: `id name x y z type …` between @<TRIPOS>ATOM and the next section. */
function mol2Words(): Words {
  let inAtoms = false;
  return (line) => {
    if (line.startsWith('@<TRIPOS>')) inAtoms = line.trim() === '@<TRIPOS>ATOM';
    if (line.startsWith('@<TRIPOS>MOLECULE')) return 'start';
    if (!inAtoms || line.startsWith('@') || line.trim() === '') return undefined;
    const words = line.trim().split(/\s+/, 6);
    return { numbers: words.slice(2, 5), element: (words[5] ?? '').split('.')[0]! };
  };
}

/** Reads the ligand of a PDBQT, without flexible side chains. */
function fromPdbqt(text: string, problems: TextProblems): LigandAtom[] {
  const { atoms, tags, models, problems: found } = readPdbqt(text);
  for (const message of found.messages) problems.add(message);
  const count = (wanted: string) => tags.filter((tag) => tag === wanted).length;
  const molecules = Math.max(models, count('ROOT') - count('BEGIN_RES'));
  if (molecules > 1) problems.add(tooMany(molecules));
  const ofLigand = atoms.filter((atom) => !atom.inSideChain);
  if (atoms.length > 0 && ofLigand.length === 0) problems.add('no atom beside flexible side chains');
  return ofLigand.map(({ point, type }) => ({ point, isHydrogen: isHydrogenType(type) }));
}
