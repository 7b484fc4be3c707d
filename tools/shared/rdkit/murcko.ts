import type { Mol } from '@rdkit/rdkit';
import { makesComplexes } from './metals.ts';
import { type JsonBond, readJson } from './rdkitJson.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * Returns the scaffold of Bemis & Murcko, J. Med. Chem. 39:2887-2893 (1996), as RDKit's `MurckoScaffoldSmiles` writes
 * it, without stereo. It has the rings, the chains between them, and atoms with double bonds to these. Empty for a
 * molecule without rings, null for one with dative bonds.
 */
export function murckoScaffold({ rdkit }: Toolbox, mol: Mol): string | null {
  const { atoms, bonds } = readJson(mol);
  if (bonds.some(({ bo }) => bo > 3)) return null;
  const core = coreOf(atoms.length, bonds);
  if (core.size === 0) return '';
  const isDoubleToCore = ({ bo, atoms: [a, b] }: JsonBond) => bo === 2 && core.has(a) !== core.has(b);
  const kept = new Set([...core, ...bonds.filter(isDoubleToCore).flatMap((bond) => bond.atoms)]);
  const order = [...atoms.keys()].filter((i) => kept.has(i));
  const place = new Map(order.map((atom, i) => [atom, i]));
  const hydrogens = new Map<number, number>();
  const inside: object[] = [];
  for (const { bo, atoms: ends } of bonds) {
    const left = ends.filter((atom) => kept.has(atom));
    if (left.length === 2) inside.push({ bo, atoms: ends.map((atom) => place.get(atom)) });
    else for (const atom of left) hydrogens.set(atom, (hydrogens.get(atom) ?? 0) + bo);
  }
  const some = order.map((i) => {
    const { z, impHs, chg, isotope } = atoms[i]!;
    return { z, chg, isotope, impHs: impHs + (isMetal(z) ? 0 : (hydrogens.get(i) ?? 0)) };
  });
  const { rdkitjson, defaults } = JSON.parse(mol.get_json());
  const scaffold = rdkit.get_mol(JSON.stringify({ rdkitjson, defaults, molecules: [{ atoms: some, bonds: inside }] }));
  const smiles = scaffold?.get_smiles() ?? '';
  scaffold?.delete();
  return smiles;
}

/** Whether an element is a metal. RDKit adds no hydrogens to metals. */
const isMetal = (z: number): boolean => makesComplexes(z) || METALS.has(z);

/** Metals that form salts: Li, Be, Na, Mg, Al, K, Ca, Zn, Rb, Sr, Ag, Cs, Ba. */
const METALS = new Set([3, 4, 11, 12, 13, 19, 20, 30, 37, 38, 47, 55, 56]);

/**
 * Returns the atoms of rings and of the chains between them. It removes atoms with one neighbour until none is left.
 */
function coreOf(count: number, bonds: JsonBond[]): Set<number> {
  const neighbours: number[][] = Array.from({ length: count }, () => []);
  for (const {
    atoms: [a, b],
  } of bonds) {
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  const degrees = neighbours.map(({ length }) => length);
  const core = new Set(degrees.keys());
  const ends = [...core].filter((atom) => degrees[atom]! < 2);
  for (let atom = ends.pop(); atom !== undefined; atom = ends.pop()) {
    if (!core.delete(atom)) continue;
    for (const other of neighbours[atom]!) if (--degrees[other]! === 1) ends.push(other);
  }
  return core;
}
