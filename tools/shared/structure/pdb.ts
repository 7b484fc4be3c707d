import { quoted, type TextProblems } from '../problems.ts';
import { linesOf } from '../text.ts';
import { type AtomLine, StructureBuilder } from './build.ts';
import { elementOfName, isElement } from './elements.ts';
import { isCoordinate, type StructureLimits } from './limits.ts';
import type { Structure } from './structure.ts';

/**
 * Reads one model of a PDB file (wwPDB format 3.3, fixed columns; elements may be missing, as in old files). Every atom
 * line of every model is checked. Undefined when there are problems.
 */
export function readPdb(
  text: string,
  model: number,
  limits: StructureLimits,
  problems: TextProblems,
): Structure | undefined {
  const builder = new StructureBuilder();
  const header = new Header();
  let models = 0;
  let atoms = 0;
  let lineNumber = 0;
  let found = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    const isHet = line.startsWith('HETATM');
    if (isHet || line.startsWith('ATOM  ')) {
      if (++atoms > limits.maxAtomLines) {
        problems.add(`line ${lineNumber}: more than ${limits.maxAtomLines} atoms in all models`);
        return undefined;
      }
      const atom = readAtom(line, isHet);
      if (typeof atom === 'string') {
        problems.add(`line ${lineNumber}: ${atom}`);
        found++;
      } else if (Math.max(1, models) === model) builder.add(atom);
    } else if (/^MODEL( |$)/.test(line)) {
      // Atoms before the first MODEL line are a model of their own.
      if (models === 0 && atoms > 0) models = 1;
      models++;
    } else if (atoms === 0) header.read(line);
  }
  if (found > 0) return undefined;
  if (atoms === 0) {
    problems.add(lineNumber === 1 && text.trim() === '' ? 'the content is empty' : 'no ATOM or HETATM line');
    return undefined;
  }
  return builder.build({ ...header.values(), models: Math.max(1, models) });
}

/** Fixed columns of ATOM and HETATM; a text is what is wrong with the line. */
function readAtom(line: string, isHet: boolean): AtomLine | string {
  // Digits cut off at the end would leave another number.
  if (line.length < 54) return 'bad coordinates: the line ends before column 54';
  const [x, y, z] = [line.slice(30, 38), line.slice(38, 46), line.slice(46, 54)] as const;
  for (const value of [x, y, z])
    if (!isCoordinate(value.trim())) return `bad coordinates: ${quoted(value.trim())} in columns 31-54 is not a number`;
  const number = line.slice(22, 26).trim();
  if (!/^-?\d+$/.test(number)) return `bad residue number ${quoted(number)} in columns 23-26`;
  const name = line.slice(12, 16);
  if (name.trim() === '') return 'no atom name in columns 13-16';
  const residueName = line.slice(17, 21).trim();
  if (residueName === '') return 'no residue name in columns 18-20';
  const element = line.slice(76, 78).trim().toUpperCase();
  return {
    name: name.trim(),
    altLoc: line.slice(16, 17).trim(),
    residueName,
    chain: line.slice(21, 22).trim(),
    number: Number(number),
    insertion: line.slice(26, 27).trim(),
    x: Number(x),
    y: Number(y),
    z: Number(z),
    occupancy: numberOr(line.slice(54, 60), 1),
    bFactor: numberOr(line.slice(60, 66), 0),
    element: isElement(element) ? element : elementOfName(name, isHet),
    isHet,
  };
}

/** Occupancies and B factors are missing from many models. */
function numberOr(column: string, missing: number): number {
  const text = column.trim();
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? missing : value;
}

class Header {
  #id: string | null = null;
  #resolution: number | null = null;
  readonly #title: string[] = [];

  read(line: string): void {
    if (line.startsWith('HEADER'))
      this.#id = /^[1-9][0-9A-Za-z]{3}$/.exec(line.slice(62, 66))?.[0].toUpperCase() ?? null;
    else if (line.startsWith('TITLE ') && this.#title.length < 20) this.#title.push(line.slice(10, 80).trim());
    else if (line.startsWith('REMARK   2 RESOLUTION.'))
      this.#resolution = Number(/^ *(\d{1,3}\.\d{1,4}) /.exec(line.slice(22, 40))?.[1] ?? 0) || null;
  }

  values() {
    return { id: this.#id, title: this.#title.join(' ').trim() || null, resolution: this.#resolution };
  }
}
