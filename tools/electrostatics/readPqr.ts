import type { ToolInput } from '../contract.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { type Records, readSlot } from '../shared/readInputs.ts';
import { isCoordinate } from '../shared/structure/limits.ts';
import { boundsOf, minus, type Vector } from '../shared/structure/vectors.ts';
import { linesOf } from '../shared/text.ts';
import { MAX_ATOMS, pqr as slot } from './tool.ts';

/** An atom as Poisson-Boltzmann programs need it. */
export interface ChargedAtom {
  point: Vector;
  /** In elementary charges. */
  charge: number;
  /** In ångström; 0 for hydrogens in some force fields. */
  radius: number;
}

const MAX_LINE = 1_000;

/** No ion has a greater charge. */
const MAX_CHARGE = 10;

/** In ångström. PDB files have B-factors in this column, which are mostly greater. */
const MAX_RADIUS = 10;

/** In ångström. For longer molecules the grid is too coarse to give meaningful results. */
const MAX_LENGTH = 300;

/** The first model of a file. */
export interface ChargedMolecule {
  atoms: ChargedAtom[];
  /** Number of models in the file. */
  models: number;
}

/** Reads the single molecule of the slot. */
export function readPqr(inputs: ToolInput[]): Records<ChargedMolecule> {
  return readSlot(inputs, slot, MAX_LINE, (_, text) => {
    const { problems, ...molecule } = parsePqr(text);
    return { records: [molecule], problems };
  });
}

/** Parses lines of words separated by white space, whose last five are x, y, z, charge and radius. */
export function parsePqr(text: string): ChargedMolecule & { problems: TextProblems } {
  const problems = new TextProblems();
  const atoms: ChargedAtom[] = [];
  let models = 0;
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    // Atoms before the first MODEL line count as a separate model.
    if (/^MODEL( |$)/.test(line)) models += models === 0 && atoms.length > 0 ? 2 : 1;
    if (models > 1 || !/^(ATOM|HETATM)/.test(line)) continue;
    const atom = atomOf(line);
    if (typeof atom === 'string') problems.add(`line ${lineNumber}: ${atom}`);
    else atoms.push(atom);
    if (atoms.length > MAX_ATOMS) {
      problems.add(`line ${lineNumber}: more than ${MAX_ATOMS} atoms`);
      break;
    }
  }
  const unfit = problems.messages.length === 0 && unfitAtoms(text, atoms);
  if (unfit) problems.add(unfit);
  return { atoms, models: Math.max(1, models), problems };
}

const NOT_PQR = 'this is not a PQR file; protonate makes one from a structure';

function atomOf(line: string): ChargedAtom | string {
  const words = line.trim().split(/\s+/).slice(-5);
  const unfit = words.find((word) => !isCoordinate(word));
  if (words.length < 5 || unfit !== undefined)
    return `${quoted(unfit ?? line)} where x, y, z, charge and radius are expected: ${NOT_PQR}`;
  const [x, y, z, charge, radius] = words.map(Number) as [number, number, number, number, number];
  if (Math.abs(charge) > MAX_CHARGE) return `a charge of ${charge}: ${NOT_PQR}`;
  if (radius < 0 || radius > MAX_RADIUS) return `a radius of ${radius} Å: ${NOT_PQR}`;
  return { point: [x, y, z], charge, radius };
}

function unfitAtoms(text: string, atoms: ChargedAtom[]): string | undefined {
  if (text.trim() === '') return 'the content is empty';
  if (atoms.length === 0) return 'no ATOM or HETATM line';
  if (atoms.every(({ radius }) => radius === 0)) return 'no atom has a radius';
  if (atoms.every(({ charge }) => charge === 0)) return 'no atom has a charge';
  const { min, max } = boundsOf(atoms.map(({ point }) => point));
  const length = Math.max(...minus(max, min));
  return length > MAX_LENGTH ? `the molecule is ${length.toFixed(0)} Å long, the limit is ${MAX_LENGTH} Å` : undefined;
}
