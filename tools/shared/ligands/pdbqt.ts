import { type MoleculeRecord, tidyName } from '../molecules.ts';
import { quoted, TextProblems } from '../problems.ts';
import { isCoordinate } from '../structure/limits.ts';
import type { Vector } from '../structure/vectors.ts';
import { linesOf } from '../text.ts';
import { isAtomType } from './autodockTypes.ts';

/** An atom line of a PDBQT file. */
export interface PdbqtAtom {
  serial: number;
  point: Vector;
  /** AutoDock's atom type. */
  type: string;
  /** Whether it belongs to a flexible side chain of the receptor (BEGIN_RES … END_RES). */
  inSideChain: boolean;
}

/** Whether an AutoDock type is one of hydrogen. */
export const isHydrogenType = (type: string): boolean => /^H[DS]?$/.test(type);

const TREE = /^(ROOT|ENDROOT|BRANCH|ENDBRANCH|TORSDOF|BEGIN_RES|END_RES)\b/;
const ATOM = /^(ATOM {2}|HETATM)/;

/** Lines without atoms that programs and viewers write around a molecule. */
const AROUND =
  /^(REMARK|WARNING|USER|HEADER|TITLE|COMPND|SOURCE|KEYWDS|EXPDTA|AUTHOR|REVDAT|JRNL|CRYST1|ORIGX\d|SCALE\d|SEQRES|HELIX|SHEET|SSBOND|LINK|CONECT|MASTER|TER|END|MODEL|ENDMDL)\b/;

/** Parses one ligand: ROOT … ENDROOT, branches, TORSDOF. Its text has no other lines, because Vina stops at them. */
export function parseLigandPdbqt(text: string, number = 1) {
  const { atoms, tags, name, problems } = readPdbqt(text);
  const pose = [...linesOf(text)]
    .filter((line) => ATOM.test(line) || TREE.test(line) || /^(REMARK|WARNING)\b/.test(line))
    .map((line) => `${line}\n`)
    .join('');
  const [roots, ends] = ['ROOT', 'TORSDOF'].map((tag) => tags.filter((one) => one === tag).length) as [number, number];
  if (problems.messages.length === 0 && roots !== 1)
    problems.add(
      roots === 0
        ? 'no ROOT line: this is not the PDBQT of a ligand; send a molecule as SDF, MOL2 or SMILES to have it prepared'
        : `${roots} ROOT lines: the file has several ligands or models; send one`,
    );
  else if (problems.messages.length === 0 && ends !== 1) problems.add('no TORSDOF line at the end: the file is cut');
  const open = problems.messages.length === 0 ? treeFault(pose) : undefined;
  if (open) problems.add(open);
  const heavyAtoms = atoms.filter(({ type }) => !isHydrogenType(type)).length;
  const record: MoleculeRecord = { name: name || `molecule_${number}`, text: pose, line: 1, heavyAtoms };
  return { records: [record], problems };
}

/** Returns the first ROOT or BRANCH that is not closed, or is closed by another line. Vina fails at such a file. */
function treeFault(text: string): string | undefined {
  const open: { name: string; line: number }[] = [];
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    const [, end, kind, atoms = ''] = /^(END)?(ROOT|BRANCH)\s*(\d+\s+\d+)?/.exec(line) ?? [];
    if (!kind) continue;
    const name = [kind, ...atoms.split(/\s+/)].join(' ').trim();
    if (!end) open.push({ name, line: lineNumber });
    else if (open.pop()?.name !== name)
      return `line ${lineNumber}: 'END${name}' does not close the line before it that is open`;
  }
  const last = open.at(-1);
  return last && `line ${last.line}: '${last.name}' is not closed by 'END${last.name}'`;
}

/** Parses a rigid receptor, which has only atom lines. */
export function parseReceptorPdbqt(text: string, maxAtoms: number) {
  const { atoms, tags, models, problems } = readPdbqt(text);
  if (tags.length > 0)
    problems.add(`the file has ${tags[0]} lines: a ligand or a flexible side chain; a rigid receptor is needed`);
  if (models > 1) problems.add(`the file has ${models} models, which would lie on each other: send one receptor`);
  if (atoms.length > maxAtoms) problems.add(`the receptor has ${atoms.length} atoms, the limit is ${maxAtoms}`);
  return { atoms, problems };
}

/** Returns the lines of a receptor that Vina accepts. */
export const atomLinesOf = (text: string): string =>
  [...linesOf(text)].flatMap((line) => (ATOM.test(line) ? [`${line}\n`] : [])).join('');

/**
 * Reads all atoms, lines of the tree of torsions (`tags`) and the number of models. Atom lines have the columns of PDB,
 * and the AutoDock type in columns 78 and 79. What is neither, and no line that is known, may be a damaged atom.
 */
export function readPdbqt(text: string) {
  const problems = new TextProblems();
  const atoms: PdbqtAtom[] = [];
  const tags: string[] = [];
  const unknown: string[] = [];
  let [name, models, lineNumber, end, inSideChain] = ['', 0, 0, 0, false];
  for (const line of linesOf(text)) {
    lineNumber++;
    const tag = TREE.exec(line)?.[1];
    if (tag) tags.push(tag);
    else if (line.startsWith('REMARK  Name = ')) name ||= tidyName(line.slice(15));
    if (tag?.endsWith('_RES')) inSideChain = tag === 'BEGIN_RES';
    if (/^MODEL\b/.test(line)) models++;
    if (/^END\b/.test(line)) end ||= lineNumber;
    if (ATOM.test(line)) {
      const atom = end ? `an atom after the END of line ${end}: send one molecule` : atomOf(line);
      if (typeof atom === 'string') problems.add(`line ${lineNumber}: ${atom}`);
      else atoms.push({ ...atom, inSideChain });
    } else if (!tag && !AROUND.test(line) && line.trim() !== '')
      unknown.push(`line ${lineNumber}: ${quoted(line.slice(0, 20))} is not a line of PDBQT`);
  }
  if (atoms.length > 0) for (const message of unknown) problems.add(message);
  if (atoms.length === 0 && problems.messages.length === 0)
    problems.add(text.trim() === '' ? 'the content is empty' : 'no ATOM or HETATM line');
  return { atoms, tags, models, name, problems };
}

function atomOf(line: string): Omit<PdbqtAtom, 'inSideChain'> | string {
  const numbers = [line.slice(30, 38), line.slice(38, 46), line.slice(46, 54)].map((word) => word.trim());
  if (!numbers.every(isCoordinate)) return 'bad coordinates in columns 31-54';
  if (!isCoordinate(line.slice(70, 76).trim())) return 'no charge in columns 71-76: this is PDB, not PDBQT';
  const type = line.slice(77).trim().split(' ', 1)[0]!;
  if (!isAtomType(type)) return `${quoted(type)} in columns 78-80: no AutoDock atom type`;
  return { serial: Number(line.slice(6, 11)), point: numbers.map(Number) as unknown as Vector, type };
}

/** Returns the atoms of a valid text, or of one that a program wrote. */
export function atomsOfPdbqt(text: string): PdbqtAtom[] {
  return readPdbqt(text).atoms;
}

/**
 * Returns the text with the serial numbers that `numberOf` gives. Remarks are left out, because they mention the old
 * numbers.
 */
export function renumberPdbqt(text: string, numberOf: (serial: number) => number): string {
  const branches = (line: string) => line.replace(/\d+/g, (serial) => String(numberOf(Number(serial))).padStart(3));
  const lines = text.split('\n').filter((line) => !line.startsWith('REMARK'));
  return lines
    .map((line) => {
      if (/^(END)?BRANCH /.test(line)) return branches(line);
      if (!/^(ATOM {2}|HETATM)/.test(line)) return line;
      return `${line.slice(0, 6)}${String(numberOf(Number(line.slice(6, 11)))).padStart(5)}${line.slice(11)}`;
    })
    .join('\n');
}

/** Adds the name of the ligand, which programs never see. */
export const namedPdbqt = (text: string, name: string): string => `REMARK  Name = ${name}\n${text}`;
