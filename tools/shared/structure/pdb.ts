import { quoted, type TextProblems } from '../problems.ts';
import { linesOf } from '../text.ts';
import { type AtomLine, StructureBuilder } from './build.ts';
import { elementOf } from './elements.ts';
import { isCoordinate, type StructureLimits } from './limits.ts';
import { ModelLines } from './modelLines.ts';
import { ResidueNumbers } from './numbers.ts';
import { isPredictor } from './plddt.ts';
import { isKnownName, isLongName, isPolymerName } from './residues.ts';
import type { Structure } from './structure.ts';

/**
 * Reads one model of a PDB file (wwPDB format 3.3, fixed columns; elements may be missing, as in old files). Every atom
 * line of every model is checked. Returns undefined when there are problems.
 *
 * MODEL and ENDMDL lines separate models. Without them, END lines separate frames that have the same atoms, as VMD
 * writes them. Other atoms after END belong to the same model, with a warning.
 */
export function readPdb(
  text: string,
  model: number,
  limits: StructureLimits,
  problems: TextProblems,
): Structure | undefined {
  const builder = new StructureBuilder();
  const header = new Header();
  const models = new Models();
  const modelLines = new ModelLines();
  const numbers = new ResidueNumbers();
  const longIds = chainIdsOfTwo(text);
  let atoms = 0;
  let lineNumber = 0;
  let found = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    const isHet = /^HETATM/i.test(line);
    if (isHet || /^ATOM[ \d][ \d]/i.test(line)) {
      if (++atoms > limits.maxAtomLines) {
        problems.add(`line ${lineNumber}: more than ${limits.maxAtomLines} atoms in all models`);
        return undefined;
      }
      const atom = readAtom(line, isHet, numbers, longIds);
      if (typeof atom === 'string') {
        problems.add(`line ${lineNumber}: ${atom}`);
        found++;
        continue;
      }
      const current = models.of(line, lineNumber);
      modelLines.add(current, identity(line), line.slice(30, 54));
      if (current === model) builder.add({ ...atom, residueName: header.longName(atom.residueName) });
    } else if (isMisplaced(line)) {
      problems.add(`line ${lineNumber}: ${MISPLACED}`);
      found++;
    } else if (/^TER( |$)/i.test(line)) builder.endPart();
    else if (/^(MODEL|ENDMDL|END)\s*(\d|$)/i.test(line)) models.mark(line.slice(0, 6).trim().toUpperCase());
    else if (atoms === 0) header.read(line);
  }
  if (found > 0) return undefined;
  if (atoms === 0) {
    problems.add(lineNumber === 1 && text.trim() === '' ? 'the content is empty' : 'no ATOM or HETATM line');
    return undefined;
  }
  const values = header.values();
  return builder.build({
    ...values,
    models: models.count,
    comparison: modelLines.compare(),
    warnings: models.warnings,
  });
}

const MISPLACED =
  'the atom line begins with white space, or has tabs: a PDB file has ATOM or HETATM in column 1, and its values in fixed columns';

/** Whether a line has the values of an atom, but not in the columns of the format. */
const isMisplaced = (line: string): boolean =>
  /^(\s+(ATOM|HETATM)\s|(ATOM|HETATM)\t)/i.test(line) && line.trim().split(/\s+/, MIN_VALUES).length === MIN_VALUES;

/** Record, serial number, atom, residue, residue number and coordinates. */
const MIN_VALUES = 8;

/** Separates the models of a file, line by line. */
export class Models {
  count = 1;
  readonly warnings: string[] = [];
  #hasAtoms = false;
  #hasModels = false;
  #first: string | undefined;
  /** Whether the warning was given. One warning is enough: files may have END after each chain. */
  #goesOn = false;
  #pending: 'model' | 'end' | undefined;

  mark(record: string): void {
    if (record === 'MODEL' && this.#hasAtoms && !this.#hasModels)
      this.warnings.push(
        'atoms stand before the first MODEL line; they are model 1, and the model of that line is model 2',
      );
    if (record !== 'END') this.#hasModels = true;
    if (this.#hasAtoms && (record !== 'END' || !this.#hasModels)) this.#pending = record === 'END' ? 'end' : 'model';
  }

  /** Returns the model of an atom line, counted from 1. */
  of(line: string, lineNumber: number): number {
    this.#hasAtoms = true;
    this.#first ??= identity(line);
    const isNew = this.#pending === 'model' || (this.#pending === 'end' && identity(line) === this.#first);
    if (isNew) this.count++;
    else if (this.#pending === 'end' && !this.#goesOn) {
      this.#goesOn = true;
      this.warnings.push(`line ${lineNumber}: atoms follow an END line; they are read as part of the same model`);
    }
    this.#pending = undefined;
    return this.count;
  }
}

/** Returns atom name, altloc, residue name, chain, number and insertion code of a line. */
const identity = (line: string): string => line.slice(12, 27);

/** Reads the fixed columns of ATOM and HETATM. Returns a text when the line has a fault. */
function readAtom(
  line: string,
  isHet: boolean,
  numbers: ResidueNumbers,
  longIds: ReadonlySet<string>,
): AtomLine | string {
  // If digits were cut off at the end, the coordinate would be a wrong number.
  if (line.length < 54) return 'bad coordinates: the line ends before column 54';
  const [x, y, z] = [line.slice(30, 38), line.slice(38, 46), line.slice(46, 54)] as const;
  for (const value of [x, y, z])
    if (!isCoordinate(value.trim())) return `bad coordinates: ${quoted(value.trim())} in columns 31-54 is not a number`;
  if (isShifted(line))
    return `the columns are shifted by one: ${quoted(line[20]!)} in column 21 should be the chain id in column 22, and the coordinates begin in column 30`;
  const columns = line.slice(22, 26);
  // MD programs write five digits from residue 10,000 on; insertion codes are letters.
  const isLong = /^\d{4}$/.test(columns) && /\d/.test(line.slice(26, 27));
  const number = isLong ? Number(line.slice(22, 27)) : numbers.read(columns, `${line[21]}${line.slice(72, 76)}`);
  if (number === undefined) return `bad residue number ${quoted(columns.trim())} in columns 23-26`;
  const { residueName, chain } = residueAndChain(line, longIds);
  const given = line.slice(12, 16);
  // Some ligands have atom names that differ only by case.
  const name = isPolymerName(residueName) ? given.toUpperCase() : given;
  if (name.trim() === '') return 'no atom name in columns 13-16';
  if (residueName === '') return 'no residue name in columns 18-20';
  return {
    name: name.trim(),
    altLoc: line.slice(16, 17).trim(),
    residueName,
    chain,
    segment: segmentOf(line),
    number,
    insertion: isLong ? '' : line.slice(26, 27).trim(),
    x: Number(x),
    y: Number(y),
    z: Number(z),
    occupancy: numberOr(line.slice(54, 60), 1),
    bFactor: numberOr(line.slice(60, 66), 0),
    element: elementOf(line.slice(76, 78), name, residueName, isHet),
    isHet,
    inSequence: false,
  };
}

/**
 * Whether a line is shifted because it lost a space, rather than having a residue name of four letters. Then its
 * coordinates, with three decimals, end in columns 37, 45 and 53. Numbers and signs that fill their columns would lose
 * a character.
 */
const isShifted = (line: string): boolean =>
  line[20] !== ' ' && line[21] === ' ' && [33, 41, 49].every((at) => /^\.\d{3}[ -]$/.test(line.slice(at, at + 5)));

/** Returns the segment in columns 73 to 76. Old files have the entry's id there, followed by the number of the line. */
function segmentOf(line: string): string {
  const segment = line.slice(72, 76).trim();
  const isEntry = /^[0-9][0-9A-Z]{3} *\d+$/.test(line.slice(72, 80).trim());
  return isEntry || !/^[A-Za-z0-9_-]+$/.test(segment) ? '' : segment;
}

/**
 * Returns residue name and chain id from columns 18 to 22. CHARMM, AMBER and GROMACS write residue names of four
 * letters; files with more than 62 chains have chain ids of two. Column 21 belongs to the chain id when columns 18 to
 * 20 are a known residue name, and all four columns are not. HISA before A can be either; it has a chain id of two
 * letters where other lines certainly have the same one.
 */
function residueAndChain(line: string, longIds: ReadonlySet<string>): { residueName: string; chain: string } {
  const [long, name] = [line.slice(17, 21).trim().toUpperCase(), line.slice(17, 20).trim().toUpperCase()];
  const isChain = hasLongId(line) || (line[21] !== ' ' && longIds.has(line.slice(20, 22)));
  return isChain
    ? { residueName: name, chain: line.slice(20, 22) }
    : { residueName: long, chain: line.slice(21, 22).trim() };
}

/** Whether columns 21 and 22 of a line are certainly a chain id of two letters. */
function hasLongId(line: string): boolean {
  if (line[20] === ' ' || line[21] === ' ') return false;
  return !isLongName(line.slice(17, 21).trim().toUpperCase()) && isKnownName(line.slice(17, 20).trim().toUpperCase());
}

/** Returns the chain ids of two letters that are certain. */
function chainIdsOfTwo(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of linesOf(text))
    if (line.length >= 54 && line[20] !== ' ' && /^(ATOM|HETATM)/i.test(line) && hasLongId(line))
      found.add(line.slice(20, 22));
  return found;
}

/** Returns a number, or a default: many models have no occupancies and B factors. */
function numberOr(column: string, missing: number): number {
  const text = column.trim();
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? missing : value;
}

class Header {
  #id: string | null = null;
  #resolution: number | null = null;
  readonly #title: string[] = [];
  /** Names of more than three letters, which Gemmi and Rotamer shorten to a tilde and two letters. */
  readonly #longNames = new Map<string, string>();
  readonly #parents = new Map<string, string>();
  readonly #sequences = new Map<string, string[]>();
  #isPrediction = false;
  #isExperiment = false;

  read(line: string): void {
    if (line.startsWith('HEADER'))
      this.#id = /^[1-9][0-9A-Za-z]{3}$/.exec(line.slice(62, 66))?.[0].toUpperCase() ?? null;
    else if (line.startsWith('TITLE ') && this.#title.length < 20) this.#title.push(line.slice(10, 80).trim());
    else if (line.startsWith('REMARK   2 RESOLUTION.'))
      this.#resolution = Number(/^ *(\d{1,3}\.\d{1,4}) /.exec(line.slice(22, 40))?.[1] ?? 0) || null;
    else if (line.startsWith('HETNAM') && line[11] === '~')
      this.#longNames.set(line.slice(11, 14), line.slice(71).trim());
    else if (line.startsWith('MODRES')) this.#parents.set(line.slice(12, 15).trim(), line.slice(24, 27).trim());
    else if (line.startsWith('SEQRES')) {
      const chain = line.slice(11, 12).trim();
      const names = this.#sequences.get(chain) ?? [];
      names.push(...line.slice(19, 70).trim().split(/\s+/).filter(Boolean));
      this.#sequences.set(chain, names);
    } else if (line.startsWith('CRYST1') && !/^ *1\.0+ +1\.0+ +1\.0+ /.test(line.slice(6))) this.#isExperiment = true;
    else if (line.startsWith('EXPDTA') && !/THEORETICAL/.test(line)) this.#isExperiment = true;
    if (/^(HEADER|TITLE|REMARK|COMPND|MODEL|PARENT|KEYWDS)/.test(line) && isPredictor(line)) this.#isPrediction = true;
  }

  longName(name: string): string {
    return this.#longNames.get(name) || name;
  }

  values() {
    return {
      id: this.#id,
      title: this.#title.join(' ').trim() || null,
      resolution: this.#resolution,
      parents: this.#parents,
      sequences: this.#sequences,
      isPrediction: this.#isPrediction && !this.#isExperiment,
      isExperiment: this.#isExperiment,
    };
  }
}
