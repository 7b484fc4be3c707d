import type { Vector } from '../structure/vectors.ts';
import { type Tags, tagsOf, writeTags } from '../tags.ts';

/** Functions for molfiles that programs wrote: version V2000, fixed columns, at most 999 atoms. */

export interface MolAtom {
  element: string;
  point: Vector;
}

interface Counts {
  atoms: number;
  bonds: number;
}

function countsOf(lines: string[]): Counts {
  const line = lines[3] ?? '';
  return { atoms: Number(line.slice(0, 3)), bonds: Number(line.slice(3, 6)) };
}

export const isV2000 = (molfile: string): boolean => /V2000\s*$/.test(molfile.split('\n', 4)[3] ?? '');

export function atomsOfMolfile(molfile: string): MolAtom[] {
  const lines = molfile.split('\n');
  return lines.slice(4, 4 + countsOf(lines).atoms).map((line) => ({
    element: line.slice(31, 34).trim(),
    point: [line.slice(0, 10), line.slice(10, 20), line.slice(20, 30)].map(Number) as unknown as Vector,
  }));
}

/** Returns the pairs of bonded atoms, counted from 0. */
export function bondsOfMolfile(molfile: string): [number, number][] {
  const lines = molfile.split('\n');
  const { atoms, bonds } = countsOf(lines);
  return lines
    .slice(4 + atoms, 4 + atoms + bonds)
    .map((line) => [Number(line.slice(0, 3)) - 1, Number(line.slice(3, 6)) - 1]);
}

/** Returns 0 when all atoms are at one point, 2 when they lie in the plane z = 0, otherwise 3. */
export function dimensionsOf(molfile: string): 0 | 2 | 3 {
  const points = isV2000(molfile) ? atomsOfMolfile(molfile).map(({ point }) => point) : pointsOfV3000(molfile);
  if (points.some(([, , z]) => z !== 0)) return 3;
  return new Set(points.map((point) => point.join(' '))).size > 1 ? 2 : 0;
}

function pointsOfV3000(molfile: string): Vector[] {
  const atoms = molfile.split('\n').filter((line) => /^M {2}V30 \d+ [A-Z*]/.test(line));
  return atoms.map((line) => line.split(/\s+/, 7).slice(4).map(Number) as unknown as Vector);
}

/** Returns the sum of the charges that `M  CHG` lines give to atoms. */
export function formalCharge(molfile: string): number {
  const lines = molfile.split('\n').filter((line) => line.startsWith('M  CHG'));
  return lines.flatMap((line) => pairsOf(line)).reduce((sum, [, charge]) => sum + charge, 0);
}

/**
 * Returns an SDF record. The first line of its molfile is the name, cut to 80 characters. A tag of the input with the
 * name of a result field gets another name.
 */
export function toSdf(
  molfile: string,
  name: string,
  fields: Record<string, number | string> = {},
  tags: Tags = new Map(),
): string {
  const body = molfile.trimEnd().split('\n').slice(1).join('\n');
  const names = [...Object.keys(fields), ...tags.keys()];
  const data = writeTags(tagsOf(names, [...Object.values(fields).map(String), ...tags.values()]));
  return `${name.slice(0, 80)}\n${body}\n${data}$$$$\n`;
}

/**
 * Returns the molfile with only the atoms in `places`, at these coordinates, and the bonds between them. Atoms are
 * counted from 1. Other atoms are left out, such as hydrogens on carbon, which docking programs merge with the carbon.
 * `order` has the numbers of the atoms in another order than that of the molfile.
 */
export function moveAtoms(molfile: string, places: ReadonlyMap<number, Vector>, order?: number[]): string {
  const lines = molfile.split('\n');
  const { atoms, bonds } = countsOf(lines);
  const all = order ?? Array.from({ length: atoms }, (_, i) => i + 1);
  const kept = all.filter((number) => places.has(number));
  const newNumber = new Map(kept.map((number, i) => [number, i + 1]));
  const atomLines = kept.map((number) => {
    const coordinates = places.get(number)!.map((value) => value.toFixed(4).padStart(10));
    return `${coordinates.join('')}${lines[3 + number]!.slice(30)}`;
  });
  const bondLines = lines.slice(4 + atoms, 4 + atoms + bonds).flatMap((line) => {
    const ends = [line.slice(0, 3), line.slice(3, 6)].map((end) => newNumber.get(Number(end)));
    return ends.every((end) => end !== undefined) ? [`${ends.map(three).join('')}${line.slice(6)}`] : [];
  });
  const properties = lines.slice(4 + atoms + bonds).flatMap((line) => renumbered(line, newNumber));
  const counts = `${three(atomLines.length)}${three(bondLines.length)}${lines[3]!.slice(6)}`;
  return [...lines.slice(0, 3), counts, ...atomLines, ...bondLines, ...properties].join('\n');
}

/** Renumbers the atoms of an `M  CHG`, `M  ISO` or `M  RAD` line: pairs of atom number and value. */
function renumbered(line: string, newNumber: ReadonlyMap<number, number>): string[] {
  if (!/^M {2}(CHG|ISO|RAD)/.test(line)) return [line];
  const pairs = pairsOf(line).flatMap(([atom, value]): [number, number][] => {
    const number = newNumber.get(atom);
    return number === undefined ? [] : [[number, value]];
  });
  if (pairs.length === 0) return [];
  return [
    `${line.slice(0, 6)}${three(pairs.length)}${pairs
      .flat()
      .map((n) => String(n).padStart(4))
      .join('')}`,
  ];
}

function pairsOf(line: string): [number, number][] {
  const numbers = line.slice(9).trim().split(/\s+/).map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

const three = (value: unknown): string => String(value).padStart(3);
