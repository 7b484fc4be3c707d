import { quoted, TextProblems } from './problems.ts';
import { firstWord, linesOf } from './text.ts';

/** One molecule as written by the user; RDKit validates its chemistry at run time. */
export interface MoleculeRecord {
  name: string;
  /** A SMILES without its name, or a molfile up to `M  END`. */
  text: string;
  /** 1-based line where the record starts. */
  line: number;
  /** Counted in the text, before any toolkit sees it. */
  heavyAtoms: number;
}

export interface MoleculeLimits {
  maxRecords: number;
}

/** RDKit's WebAssembly build runs out of memory, permanently, at about 1,000 atoms; 600 are fine. */
export const MAX_HEAVY_ATOMS = 400;
export const MAX_SMILES_LENGTH = 1500;
const MAX_NAME_LENGTH = 200;

/** Lines `SMILES[ TAB or space ]name`. Unnamed molecules are called `molecule_<n>`, n counted from `firstNumber`. */
export function parseSmilesList(text: string, limits: MoleculeLimits, firstNumber = 1) {
  const problems = new TextProblems();
  const records: MoleculeRecord[] = [];
  let lineNumber = 0;
  for (const rawLine of linesOf(text)) {
    lineNumber++;
    const line = rawLine.trim();
    if (line === '') continue;
    if (records.length >= limits.maxRecords) {
      problems.add(`line ${lineNumber}: more than ${limits.maxRecords} molecules`);
      return { records, problems };
    }
    const { word: smiles, rest } = firstWord(line);
    const control = controlCharacter(line);
    if (control) problems.add(`line ${lineNumber}: control character ${quoted(control)}`);
    const name = tidyName(rest) || `molecule_${firstNumber + records.length}`;
    const isLong = smiles.length > MAX_SMILES_LENGTH;
    if (isLong)
      problems.add(`line ${lineNumber}: the SMILES has ${smiles.length} characters, the limit is ${MAX_SMILES_LENGTH}`);
    const heavyAtoms = isLong ? 0 : heavyAtomsOfSmiles(smiles);
    records.push({ name, text: smiles, line: lineNumber, heavyAtoms });
  }
  if (records.length === 0) problems.add('the content is empty');
  return { records, problems };
}

/** SDF (records end with `$$$$`) or MOL (one record). Atom blocks must match their counts line. */
export function parseMolfiles(text: string, format: 'SDF' | 'MOL', limits: MoleculeLimits, firstNumber = 1) {
  const problems = new TextProblems();
  const records: MoleculeRecord[] = [];
  for (const { lines, start } of splitRecords([...linesOf(text)])) {
    if (records.length >= limits.maxRecords) {
      problems.add(`line ${start}: more than ${limits.maxRecords} molecules`);
      return { records, problems };
    }
    if (format === 'MOL' && records.length === 1) {
      problems.add(`line ${start}: a MOL file holds one molecule; use the format SDF for several`);
      return { records, problems };
    }
    const molfile = readMolfile(lines, start, problems);
    const name = tidyName(lines[0]!) || `molecule_${firstNumber + records.length}`;
    records.push({ name, line: start, text: molfile.text, heavyAtoms: molfile.heavyAtoms });
  }
  if (records.length === 0) problems.add('the content is empty');
  return { records, problems };
}

function splitRecords(lines: string[]): { lines: string[]; start: number }[] {
  const records = [];
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && !lines[i]!.startsWith('$$$$')) continue;
    const record = lines.slice(start, i);
    if (record.some((line) => line.trim() !== '')) records.push({ lines: record, start: start + 1 });
    start = i + 1;
  }
  return records;
}

function readMolfile(lines: string[], start: number, problems: TextProblems): { text: string; heavyAtoms: number } {
  const refuse = (offset: number, reason: string) => {
    problems.add(`line ${start + offset}: ${reason}`);
    return { text: '', heavyAtoms: 0 };
  };
  const control = lines.findIndex((line) => controlCharacter(line));
  if (control !== -1) return refuse(control, `control character ${quoted(controlCharacter(lines[control]!)!)}`);
  const counts = lines[3];
  const version = /V[23]000\s*$/.exec(counts ?? '')?.[0].trim();
  if (!counts || !version) return refuse(3, 'no counts line that ends with V2000 or V3000 (fourth line of a molfile)');
  const end = lines.findIndex((line) => /^M {2}END\s*$/.test(line));
  if (end === -1) return refuse(lines.length - 1, "the molfile has no 'M  END'");
  const elements = version === 'V2000' ? elementsV2000(lines, counts) : elementsV3000(lines.slice(0, end));
  if (typeof elements === 'string') return refuse(3, elements);
  const heavyAtoms = elements.filter((element) => !/^[HDT]$/.test(element)).length;
  return { text: `${lines.slice(0, end + 1).join('\n')}\n`, heavyAtoms };
}

function elementsV2000(lines: string[], counts: string): string[] | string {
  const [atoms, bonds] = [counts.slice(0, 3), counts.slice(3, 6)];
  if (!/^ *\d+$/.test(atoms) || !/^ *\d+$/.test(bonds)) return 'the counts line has no atom and bond counts';
  const atomLines = lines.slice(4, 4 + Number(atoms));
  const elements = atomLines.map(elementV2000);
  const wrong = elements.indexOf(undefined);
  const found = wrong === -1 ? elements.length : wrong;
  if (found < Number(atoms)) return `the counts line declares ${Number(atoms)} atoms, found ${found}`;
  return elements as string[];
}

/** Columns are fixed: three coordinates of ten characters, which may touch, a space, then the element in three. */
function elementV2000(line: string): string | undefined {
  const coordinates = [line.slice(0, 10), line.slice(10, 20), line.slice(20, 30)];
  const element = /^ ([A-Z*]\S{0,2})/.exec(line.slice(30, 34))?.[1];
  return coordinates.every((number) => /^ *-?\d+\.\d*$/.test(number)) ? element : undefined;
}

function elementsV3000(lines: string[]): string[] | string {
  const declared = lines.map((line) => /^M {2}V30 COUNTS (\d+) \d+/.exec(line)?.[1]).find(Boolean);
  if (!declared) return "the molfile has no 'M  V30 COUNTS' line";
  const begin = lines.findIndex((line) => /^M {2}V30 BEGIN ATOM/.test(line));
  const end = lines.findIndex((line) => /^M {2}V30 END ATOM/.test(line));
  // A line that ends with '-' goes on in the next one.
  const atomLines = lines.slice(begin + 1, Math.max(begin + 1, end)).filter((_, i, all) => !all[i - 1]?.endsWith('-'));
  const elements = atomLines.map((line) => /^M {2}V30 \d+ (\S+)/.exec(line)?.[1]).filter((e) => e !== undefined);
  if (elements.length !== Number(declared))
    return `the counts line declares ${declared} atoms, found ${elements.length}`;
  return elements;
}

/** Atom tokens that are not hydrogen. Good enough for a limit: RDKit counts again what it accepts. */
export function heavyAtomsOfSmiles(smiles: string): number {
  let count = 0;
  // Behind the last ']' no bracket can close, and looking for one again at each '[' would take quadratic time.
  const lastClose = smiles.lastIndexOf(']');
  for (let i = 0; i < smiles.length; i++) {
    if (smiles[i] === '[' && i < lastClose) {
      const close = smiles.indexOf(']', i);
      if (!/^\[\d*H[+-]?\d*(:\d+)?\]$/.test(smiles.slice(i, close + 1))) count++;
      i = close;
    } else if ('BCNOPSFIbcnops*'.includes(smiles[i]!)) {
      count++;
      if (smiles.startsWith('Br', i) || smiles.startsWith('Cl', i)) i++;
    }
  }
  return count;
}

function controlCharacter(line: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  return /[\u0000-\u0008\u000B-\u001F\u007F]/.exec(line)?.[0];
}

export function tidyName(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
}
