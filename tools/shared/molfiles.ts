import { elementSymbol } from './elements.ts';
import { controlCharacter, labelNotRead, type MoleculeLimits, type MoleculeRecord, tidyName } from './molecules.ts';
import { quoted, TextProblems } from './problems.ts';
import { chosenTag, knownNameTag, readTags } from './tags.ts';
import { linesOf } from './text.ts';

/**
 * Parses SDF (records end with `$$$$`) or MOL (one record). A record that cannot be read gets a fault. A molecule
 * without a title is named after a tag, or `molecule_<n>`.
 */
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
    const record = readRecord(lines, start, limits, firstNumber + records.length);
    if (!record.fault) warnOf(record.name, lines, start, problems);
    records.push(record);
  }
  if (records.length === 0) problems.add('the content is empty');
  return { records, problems };
}

/** Warns of atom labels and polymers in a molfile, which RDKit does not read. */
function warnOf(name: string, lines: string[], start: number, problems: TextProblems): void {
  for (const [i, line] of lines.entries()) {
    const atom = /^A +(\d+) *$/.exec(line)?.[1];
    if (atom) problems.warn(name, start + i, labelNotRead(atom, lines[i + 1] ?? ''));
    if (
      /^M {2}STY.* (SRU|MON|MER|COP|CRO|MOD|GRA)/.test(line) ||
      /^M {2}V30 \d+ (SRU|MON|MER|COP|CRO|MOD|GRA) /.test(line)
    )
      problems.warn(name, start + i, 'a polymer: its repeat unit is read once');
    if (/^M {2}END/.test(line)) return;
  }
}

/** The character with which DOS ends a text file. */
const DOS_END = String.fromCharCode(26);

/**
 * Splits a file into records. An empty record between two others counts, as in other programs. Blank text after the
 * last `$$$$` does not.
 */
function splitRecords(lines: string[]): { lines: string[]; start: number }[] {
  const records = [];
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && !lines[i]!.startsWith('$$$$')) continue;
    records.push({ lines: lines.slice(start, i), start: start + 1 });
    start = i + 1;
  }
  const isBlank = (one: { lines: string[] } | undefined) =>
    one?.lines.every((line) => line.replaceAll(DOS_END, '').trim() === '');
  while (isBlank(records.at(-1))) records.pop();
  return records;
}

function readRecord(lines: string[], start: number, limits: MoleculeLimits, number: number): MoleculeRecord {
  const end = lines.findIndex((line) => /^M {2}END\s*$/.test(line));
  const tags = end === -1 ? new Map<string, string>() : readTags(lines.slice(end + 1));
  const of = (tag: string | undefined) => tidyName(tags.get(tag ?? '') ?? '');
  const name = of(chosenTag(tags, limits.nameTag)) || tidyName(lines[0] ?? '') || of(knownNameTag(tags));
  const record = { name: name || `molecule_${number}`, line: start, tags };
  const found = end === -1 ? withoutEnd(lines) : (secondMolecule(lines, end) ?? readMolfile(lines.slice(0, end)));
  if ('reason' in found)
    return { ...record, text: '', heavyAtoms: 0, fault: `line ${start + found.offset}: ${found.reason}` };
  return { ...record, text: `${found.lines.join('\n')}\nM  END\n`, heavyAtoms: found.heavyAtoms };
}

/** Why a molfile is refused, and the line of the fault, counted from the molfile's first line. */
interface Fault {
  offset: number;
  reason: string;
}

interface Molfile {
  lines: string[];
  heavyAtoms: number;
}

/** Returns a fault where another molecule follows `M END` before any tag: RDKit would leave it out without a word. */
function secondMolecule(lines: string[], end: number): Fault | undefined {
  if (!versionOf(lines[3])) return undefined;
  const rest = lines.slice(end + 1);
  const counts = rest.findIndex((line) => versionOf(line) && /v[23]000\s*$/i.test(line));
  if (counts === -1 || rest.slice(0, counts).some((line) => line.startsWith('>'))) return undefined;
  return { offset: end + 1, reason: "a second molecule begins here: the line '$$$$' before it is missing" };
}

const NO_COUNTS = 'no counts line that ends with V2000 or V3000 (fourth line of a molfile)';

function noCounts(lines: string[]): Fault {
  if (/^\$(RXN|RDFILE)/.test(lines[0] ?? '')) return { offset: 0, reason: 'a reaction, not a molecule' };
  const at = lines.slice(0, MAX_HEADER).findIndex((line) => /v[23]000\s*$/i.test(line));
  const hint =
    at === -1 ? '' : `; the counts line is line ${at + 1} of the record, and three lines must come before it`;
  return { offset: 3, reason: `${NO_COUNTS}${hint}` };
}

/** Lines of a record in which a misplaced counts line is looked for. */
const MAX_HEADER = 10;

function withoutEnd(lines: string[]): Fault {
  if (lines.every((line) => line.trim() === '')) return { offset: 0, reason: 'the record is empty' };
  if (!versionOf(lines[3])) return noCounts(lines);
  return { offset: lines.length - 1, reason: "the molfile has no 'M  END'" };
}

function readMolfile(lines: string[]): Molfile | Fault {
  const control = lines.findIndex((line) => controlCharacter(line));
  if (control !== -1)
    return { offset: control, reason: `control character ${quoted(controlCharacter(lines[control]!)!)}` };
  const version = versionOf(lines[3]);
  if (!version) return noCounts(lines);
  // Write the version again, in its own columns. Programs write it in lower case, in other columns or not at all, and
  // RDKit then refuses the file or assumes another version.
  const counts = `${lines[3]!
    .replace(/ {0,1}v[23]000.*$/i, '')
    .slice(0, 33)
    .padEnd(33)} ${version}`;
  const head = [...lines.slice(0, 3), counts];
  return version === 'V2000' ? readV2000(head, lines) : readV3000(head, lines);
}

/** Returns the version of a counts line. A line without a version is V2000, the older one. */
function versionOf(counts: string | undefined): 'V2000' | 'V3000' | undefined {
  const written = /v[23]000\s*$/i
    .exec(counts ?? '')?.[0]
    .trim()
    .toUpperCase();
  if (written) return written as 'V2000' | 'V3000';
  return /^[ \d]{2}\d[ \d]{2}\d( |$)[ \d]*$/.test(counts ?? '') ? 'V2000' : undefined;
}

function readV2000(head: string[], lines: string[]): Molfile | Fault {
  const [atoms, bonds, lists] = [0, 3, 6].map((at) => lines[3]!.slice(at, at + 3));
  if (!/^ *\d+$/.test(atoms!) || !/^ *\d+$/.test(bonds!))
    return { offset: 3, reason: 'the counts line has no atom and bond counts' };
  const [atomCount, bondCount] = [Number(atoms), Number(bonds)];
  const first = 4 + atomCount;
  const atomLines: string[] = [];
  let heavyAtoms = 0;
  for (const [i, line] of lines.slice(4, first).entries()) {
    const written = writtenElement(line);
    if (written === undefined && /^\s*[-+]?\d+\.\d/.test(line))
      return { offset: 4 + i, reason: `atom ${i + 1} has no coordinates and element in the columns of the format` };
    if (written === undefined) break;
    const element = elementSymbol(written) ?? dummyOf(written);
    if (!element) return { offset: 4 + i, reason: noElement(i + 1, written) };
    atomLines.push(`${line.slice(0, 31)}${element.padEnd(3)}${line.slice(34)}`);
    if (!/^[HDT]$/.test(element)) heavyAtoms++;
  }
  if (atomLines.length < atomCount)
    return { offset: 3, reason: `the counts line declares ${atomCount} atoms, found ${atomLines.length}` };
  if (atomCount === 0) return { offset: 3, reason: 'the molecule has no atoms' };
  const bondLines = lines.slice(first, first + bondCount);
  const isBond = (line: string) => /^[ \d]{2}\d[ \d]{2}\d[ \d]{2}\d/.test(line);
  const found = bondLines.findIndex((line) => !isBond(line));
  if (found !== -1 || bondLines.length < bondCount)
    return {
      offset: 3,
      reason: `the counts line declares ${bondCount} bonds, found ${found === -1 ? bondLines.length : found}`,
    };
  const query = bondLines.findIndex((line) => !isBondType(Number(line.slice(6, 9))));
  if (query !== -1)
    return { offset: first + query, reason: `bond ${query + 1} is not single, double, triple, aromatic or dative` };
  const bad = bondFault(
    bondLines.map((line) => [Number(line.slice(0, 3)), Number(line.slice(3, 6))]),
    atomCount,
  );
  if (bad) return { offset: first + bad.index, reason: bad.reason };
  const rest = lines.slice(first + bondCount + (Number(lists) || 0));
  const extra = rest.findIndex(isBond);
  if (extra === 0) return { offset: 3, reason: `the counts line declares ${bondCount} bonds, found more` };
  // Some editors write an empty line before `M END`, which RDKit refuses. An empty line after `A` or `G` is kept: it is
  // a label.
  const isText = (i: number) => /^[AG] {2}/.test(lines[first + i - 1] ?? '');
  const block = lines.slice(first).filter((line, i) => line.trim() !== '' || isText(i));
  return { lines: [...head, ...atomLines, ...block], heavyAtoms };
}

/** Returns the first bond that is not between two atoms, or that is written twice. RDKit refuses both without a reason. */
function bondFault(bonds: [number, number][], atoms: number): { index: number; reason: string } | undefined {
  const seen = new Map<string, number>();
  for (const [index, [a, b]] of bonds.entries()) {
    if (a === b) return { index, reason: `bond ${index + 1} joins atom ${a} to itself` };
    if (Math.min(a, b) < 1 || Math.max(a, b) > atoms)
      return { index, reason: `bond ${index + 1} joins atoms ${a} and ${b}, and the molecule has ${atoms} atoms` };
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (seen.has(key)) return { index, reason: `bond ${index + 1} repeats bond ${seen.get(key)}` };
    seen.set(key, index + 1);
  }
  return undefined;
}

/**
 * Whether a bond is single, double, triple, aromatic or dative. Other types belong to queries, or are hydrogen bonds,
 * which SMILES cannot express.
 */
const isBondType = (type: number): boolean => (type >= 1 && type <= 4) || type === 9;

/**
 * Returns the element of an atom line. Columns are fixed: three coordinates of ten characters, without spaces between
 * them, then a space and three characters for the element.
 */
function writtenElement(line: string): string | undefined {
  const coordinates = [line.slice(0, 10), line.slice(10, 20), line.slice(20, 30)];
  const element = /^ (\S{1,3})/.exec(line.slice(30, 34))?.[1];
  return coordinates.every((number) => /^ *[+-]?\d+(\.\d*)?$/.test(number)) ? element : undefined;
}

/**
 * Returns the symbol of an attachment point, which stays a dummy atom. Query atoms stand for several elements, and are
 * refused.
 */
function dummyOf(written: string): string | undefined {
  return /^(\*|R|R#|R\d{1,2})$/.test(written) ? written : undefined;
}

function noElement(number: number, written: string): string {
  const isQuery = /^(A|Q|L|LP|X|M|AH|QH|XH|MH|Pol|Mod)$/.test(written) || /^\[|^NOT/.test(written);
  return `atom ${number} is ${quoted(written)}, ${isQuery ? 'an atom of a query, not of a molecule' : 'which is not an element'}`;
}

function readV3000(head: string[], lines: string[]): Molfile | Fault {
  const counts = lines.map((line) => /^M {2}V30 COUNTS (\d+) (\d+)/.exec(line)).find(Boolean);
  const [declared, declaredBonds] = [counts?.[1], Number(counts?.[2])];
  if (!declared) return { offset: 3, reason: "the molfile has no 'M  V30 COUNTS' line" };
  const written = [...lines];
  let [block, atoms, heavyAtoms] = ['', 0, 0];
  const numbers = new Map<string, number>();
  const bonds: { offset: number; ends: [number, number] }[] = [];
  for (const [i, line] of lines.entries()) {
    block = /^M {2}V30 BEGIN (ATOM|BOND)/.exec(line)?.[1] ?? (/^M {2}V30 END/.test(line) ? '' : block);
    // A line after one that ends with '-' continues it.
    const words = lines[i - 1]?.endsWith('-') ? null : /^(M {2}V30 +\d+ +)(\S+)/.exec(line);
    if (!words) continue;
    const [start, indent, word] = words as unknown as [string, string, string];
    if (block === 'BOND' && !isBondType(Number(word)))
      return { offset: i, reason: 'the bond is not single, double, triple, aromatic or dative' };
    if (block === 'BOND') {
      const [first, second] = line.slice(start.length).trim().split(/\s+/, 2);
      const unknown = [first, second].find((number) => !numbers.has(number!));
      if (unknown)
        return { offset: i, reason: `the bond is to atom ${quoted(unknown)}, which the molecule does not have` };
      bonds.push({ offset: i, ends: [numbers.get(first!)!, numbers.get(second!)!] });
    }
    if (block !== 'ATOM') continue;
    numbers.set(/\d+/.exec(indent.slice('M  V30'.length))![0], ++atoms);
    const element = elementSymbol(word) ?? dummyOf(word);
    if (!element) return { offset: i, reason: noElement(atoms, word) };
    written[i] = `${indent}${element}${line.slice(start.length)}`;
    if (!/^[HDT]$/.test(element)) heavyAtoms++;
  }
  if (atoms !== Number(declared))
    return { offset: 3, reason: `the counts line declares ${declared} atoms, found ${atoms}` };
  if (atoms === 0) return { offset: 3, reason: 'the molecule has no atoms' };
  if (bonds.length !== declaredBonds)
    return { offset: 3, reason: `the counts line declares ${declaredBonds} bonds, found ${bonds.length}` };
  const bad = bondFault(
    bonds.map(({ ends }) => ends),
    atoms,
  );
  if (bad) return { offset: bonds[bad.index]!.offset, reason: bad.reason };
  return { lines: [...head, ...written.slice(4)], heavyAtoms };
}
