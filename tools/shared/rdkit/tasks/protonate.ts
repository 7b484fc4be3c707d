import type { About } from '../../moleculeTools.ts';
import { ACID_SHIFTS, AMINE, AMINE_PKA, acids, BASE_SHIFTS, bases, inductive, type Site } from '../ionizableSites.ts';
import { canonicalSmiles, withJson, withMol } from '../readMol.ts';
import { acidLosses, baseLosses } from '../substituents.ts';
import type { Toolbox } from '../toolbox.ts';
import { findMatches } from './match.ts';

export interface ProtonateOptions {
  /** Null keeps the charges as drawn. */
  ph: number | null;
  /** See `ReadOptions`. */
  parent?: boolean;
}

export interface Protonated extends About {
  /** Canonical. */
  smiles: string;
  /** Version V2000, without hydrogens, with the coordinates of the input if it has some. */
  molfile: string;
  /** Reasons why a group does not have the charge that it has in water. */
  uncharged: string[];
}

interface Atom {
  z?: number;
  impHs?: number;
  chg?: number;
}

interface Json {
  molecules: { atoms: Atom[]; bonds: { atoms: [number, number] }[]; conformers?: unknown }[];
}

/** Charges acids and bases as in water at a pH, by `ionizableSites.ts`. Coordinates, bonds and stereo do not change. */
export function protonate(tools: Toolbox, text: string, { ph, parent = false }: ProtonateOptions): Protonated {
  return withMol(tools, text, { parent, anyImine: true }, (mol) => {
    const molfile = mol.get_v2Kmolblock();
    if (ph === null) return { smiles: mol.get_smiles(), molfile, uncharged: [] };
    const isBoronate = ph > BORONIC_PKA && findMatches(mol, tools.query(BORONIC_ACID)).length > 0;
    const json: Json = JSON.parse(mol.get_json());
    const { atoms, bonds, ...rest } = json.molecules[0]!;
    delete rest.conformers;
    const graph = neighbours(atoms.length, bonds);
    const drawn = atoms.map(({ chg = 0 }) => chg);
    neutralise(atoms, graph);
    const write = () => JSON.stringify({ ...json, molecules: [{ ...rest, atoms, bonds }] });
    withJson(tools, write(), (neutral) => {
      const find = (smarts: string) => findMatches(neutral, tools.query(smarts)).map((match) => match.atoms);
      charge(atoms, graph, acidSites(find, drawn), { sign: -1, limit: -ph, shifts: ACID_SHIFTS, drawn });
      charge(atoms, graph, baseSites(find, atoms, drawn), { sign: 1, limit: ph, shifts: BASE_SHIFTS, drawn });
    });
    const smiles = withJson(tools, write(), (charged) => charged.get_smiles());
    return {
      smiles: canonicalSmiles(tools, smiles),
      molfile: withCharges(molfile, atoms),
      uncharged: isBoronate ? [NO_HYDROXIDE] : [],
    };
  });
}

/**
 * pKa of phenylboronic acid; bortezomib has 9.7 (its label). Boronic acids are Lewis acids: they bind a hydroxide ion
 * instead of losing a proton.
 */
const BORONIC_PKA = 8.8;
const BORONIC_ACID = '[BX3;H0;$(B[OX2H])]';
const NO_HYDROXIDE =
  'a boronic acid takes a hydroxide ion in water of this pH, which is not added: it is drawn without charge';

function neighbours(count: number, bonds: { atoms: [number, number] }[]): number[][] {
  const graph: number[][] = Array.from({ length: count }, () => []);
  for (const { atoms } of bonds) for (const [i, j] of [atoms, atoms.toReversed()]) graph[i!]!.push(j!);
  return graph;
}

/** Removes the charges of acids and bases, but not those of nitro groups, N-oxides, azides and quaternary amines. */
function neutralise(atoms: Atom[], graph: number[][]): void {
  const before = atoms.map(({ chg = 0 }) => chg);
  for (const [i, atom] of atoms.entries()) {
    const isBalanced = graph[i]!.some((j) => before[j]! * before[i]! < 0);
    if (isBalanced) continue;
    if (atom.chg === 1 && (atom.impHs ?? 0) > 0 && [7, 8, 16].includes(atom.z ?? 6)) add(atom, -1);
    else if (atom.chg === -1 && [7, 8, 16].includes(atom.z ?? 6)) add(atom, 1);
  }
}

/** Adds or removes one proton. */
function add(atom: Atom, protons: 1 | -1): void {
  atom.chg = (atom.chg ?? 0) + protons;
  atom.impHs = (atom.impHs ?? 0) + protons;
}

type Find = (smarts: string) => number[][];

function sitesOf(sites: Site[], find: Find, drawn: number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { smarts, pKa, second } of sites)
    for (const match of find(smarts)) {
      const other = second && match[second.place]!;
      const [first, last] = other !== undefined && drawn[other]! > 0 ? [other, match[0]!] : [match[0]!, other];
      if (found.has(first)) continue;
      found.set(first, pKa);
      if (last !== undefined) found.set(last, second!.pKa);
    }
  return found;
}

/** Lowers the pKa of sites by the effects of groups near them. */
function lowered(
  sites: Map<number, number>,
  losses: [smarts: string, loss: number][],
  find: Find,
): Map<number, number> {
  if (sites.size === 0) return sites;
  for (const [smarts, loss] of losses)
    for (const [site] of find(smarts)) if (sites.has(site!)) sites.set(site!, sites.get(site!)! - loss);
  return sites;
}

const acidSites = (find: Find, drawn: number[]): [number, number][] =>
  [...lowered(sitesOf(acids, find, drawn), acidLosses, find)].map(([atom, pKa]) => [atom, -pKa]);

function baseSites(find: Find, atoms: Atom[], drawn: number[]): [number, number][] {
  const amines = new Map(find(AMINE).map(([atom]) => [atom!, AMINE_PKA[atoms[atom!]!.impHs ?? 0]!]));
  const lower = (atom: number, loss: number) => amines.has(atom) && amines.set(atom, amines.get(atom)! - loss);
  for (const [smarts, loss] of inductive)
    for (const match of find(smarts)) {
      lower(match[0]!, loss);
      // When two amines are near each other, RDKit reports the pair only once.
      if (amines.has(match[0]!) && match.length > 1) lower(match.at(-1)!, loss);
    }
  return [...amines, ...lowered(sitesOf(bases, find, drawn), baseLosses, find)];
}

/**
 * Charges the strongest site first. Each charge makes further charges of the same sign less likely; near sites more
 * than distant ones.
 */
function charge(
  atoms: Atom[],
  graph: number[][],
  sites: [atom: number, strength: number][],
  { sign, limit, shifts, drawn }: { sign: 1 | -1; limit: number; shifts: number[]; drawn: number[] },
): void {
  // The oxygen of an N-oxide has a charge, and takes a proton all the same.
  const isOxide = ({ chg, z }: Atom) => sign === 1 && chg === -1 && z === 8;
  const neutral = sites.filter(([atom]) => (atoms[atom]!.chg ?? 0) === 0 || isOxide(atoms[atom]!));
  // Among equally strong sites prefer the one that is drawn with its charge, so that a prepared molecule does not
  // change.
  const open = new Map(neutral.map(([atom, value]) => [atom, drawn[atom] === sign ? value + 0.001 : value]));
  while (open.size > 0) {
    const [atom, strength] = [...open].reduce((best, next) => (next[1] > best[1] ? next : best));
    if (strength <= limit) return;
    open.delete(atom);
    add(atoms[atom]!, sign);
    const distances = distancesFrom(atom, graph);
    for (const [other, value] of open) open.set(other, value - (shifts[distances[other]!] ?? 0.3));
  }
}

function distancesFrom(start: number, graph: number[][]): number[] {
  const distances = graph.map(() => Number.POSITIVE_INFINITY);
  distances[start] = 0;
  const queue = [start];
  for (const atom of queue)
    for (const next of graph[atom]!)
      if (distances[next] === Number.POSITIVE_INFINITY) {
        distances[next] = distances[atom]! + 1;
        queue.push(next);
      }
  return distances;
}

function withCharges(molfile: string, atoms: Atom[]): string {
  const lines = molfile.split('\n').filter((line) => !line.startsWith('M  CHG'));
  const charged = atoms.flatMap(({ chg = 0 }, i) => (chg === 0 ? [] : [`M  CHG  1${pad(i + 1)}${pad(chg)}`]));
  return lines.flatMap((line) => (line.startsWith('M  END') ? [...charged, line] : [line])).join('\n');
}

const pad = (value: number): string => String(value).padStart(4);
