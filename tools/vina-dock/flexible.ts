import { ToolError } from '../contract.ts';
import { atomsOfPdbqt, isHydrogenType } from '../shared/ligands/pdbqt.ts';
import { quoted } from '../shared/problems.ts';
import { heavyAtomsOf } from '../shared/structure/residues.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';

/** The place of a residue in the receptor. */
export type Place = Pick<Residue, 'chain' | 'number' | 'insertion'>;

/** A search takes longer with each torsion, and Vina finds worse poses with more of them. */
export const MAX_FLEXIBLE = 8;

/**
 * Atoms along which a side chain turns, from the alpha carbon outwards. The bonds between neighbours of a path rotate.
 * Amides, guanidinium, rings and methyl groups do not rotate, as in AutoDockTools and Meeko.
 */
const paths: Record<string, string[]> = {
  ...{ ARG: ['CA CB CG CD NE'], ASN: ['CA CB CG'], ASP: ['CA CB CG'], CYS: ['CA CB SG'], GLN: ['CA CB CG CD'] },
  ...{ GLU: ['CA CB CG CD'], HIS: ['CA CB CG'], ILE: ['CA CB CG1'], LEU: ['CA CB CG'], LYS: ['CA CB CG CD CE NZ'] },
  ...{ MET: ['CA CB CG SD'], PHE: ['CA CB CG'], SER: ['CA CB OG'], THR: ['CA CB OG1'], TRP: ['CA CB CG'] },
  ...{ TYR: ['CA CB CG', 'CZ OH'], VAL: ['CA CB'] },
};

/** Parses the setting `flexible`, such as `A:315, A:271B`. Returns the residues, or a text with the fault. */
export function readFlexible(text: string): Place[] | string {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > MAX_FLEXIBLE) return `${parts.length} residues, the limit is ${MAX_FLEXIBLE}`;
  if (new Set(parts).size < parts.length) return 'a residue is named twice';
  const places: Place[] = [];
  for (const part of parts) {
    const found = /^(?:([^\s:,]{1,8}):)?(-?\d{1,6})([A-Za-z]?)$/.exec(part);
    if (!found) return `${quoted(part)} is not a residue such as \`A:315\``;
    places.push({ chain: found[1] ?? '', number: Number(found[2]), insertion: found[3]! });
  }
  return places;
}

/** Returns why a side chain cannot move, or undefined if it can. `names` are the names of the residue's atoms. */
export function unfitSideChain(residue: string, names: string[]): string | undefined {
  if (!paths[residue]) return `${residue} has no side chain that can turn`;
  const missing = heavyAtomsOf(residue)!.filter((name) => !names.includes(name));
  return missing.length > 0 ? `it lacks ${missing.join(', ')}; structure-repair adds missing atoms` : undefined;
}

interface Atom {
  line: string;
  name: string;
  point: Vector;
  isHydrogen: boolean;
}

const residueOf = (line: string): string => line.slice(21, 27);

const keyOf = ({ chain, number, insertion }: Place): string =>
  `${chain.padEnd(1)}${String(number).padStart(4)}${insertion.padEnd(1)}`;

export interface SplitReceptor {
  rigid: string;
  /** The flexible part in the format of Vina's `--flex`. Undefined if nothing moves. */
  flexible: string | undefined;
}

/**
 * Moves side chains from a rigid receptor to a flexible part. The alpha carbon moves too, as the root, as in Meeko.
 *
 * @throws ToolError when a residue does not exist, or lacks atoms of its name.
 */
export function splitReceptor(pdbqt: string, places: Place[]): SplitReceptor {
  if (places.length === 0) return { rigid: pdbqt, flexible: undefined };
  const lines = pdbqt.split('\n');
  const residues = Map.groupBy(
    lines.filter((line) => /^(ATOM {2}|HETATM)/.test(line)),
    residueOf,
  );
  const moving = new Set<string>();
  let serial = 0;
  const blocks = places.map((place) => {
    const own = residues.get(keyOf(place));
    const title = `${place.chain}:${place.number}${place.insertion}`;
    if (!own) throw new ToolError(`flexible residue ${title} is not in the prepared receptor`);
    const atoms = own.map(readAtom);
    const name = own[0]!.slice(17, 20).trim();
    const unfit = unfitSideChain(
      name,
      atoms.map((atom) => atom.name),
    );
    if (unfit) throw new ToolError(`flexible residue ${title}: ${unfit}`);
    const tree = treeOf(sideChain(atoms), rotorsOf(name), 'CA');
    for (const { line } of atomsOfTree(tree)) moving.add(line);
    const written = writeTree(tree, () => ++serial);
    const id = `${name} ${place.chain || ' '}${own[0]!.slice(22, 27)}`.trimEnd();
    return [`BEGIN_RES ${id}`, ...written, `END_RES ${id}`].join('\n');
  });
  const rigid = lines.filter((line) => !moving.has(line)).join('\n');
  return { rigid, flexible: `${blocks.join('\n')}\n` };
}

function readAtom(line: string): Atom {
  const { point, type } = atomsOfPdbqt(line)[0]!;
  return { line, name: line.slice(12, 16).trim(), point, isHydrogen: isHydrogenType(type) };
}

const BACKBONE = new Set(['N', 'C', 'O', 'OXT']);

/** Returns heavy atoms from the alpha carbon outwards, and the hydrogens whose nearest heavy atom is one of them. */
function sideChain(atoms: Atom[]): Atom[] {
  const heavy = atoms.filter(({ isHydrogen }) => !isHydrogen);
  const parentOf = (atom: Atom) =>
    heavy.reduce((best, one) => (distance(one.point, atom.point) < distance(best.point, atom.point) ? one : best));
  return atoms.filter((atom) => !BACKBONE.has((atom.isHydrogen ? parentOf(atom) : atom).name));
}

const rotorsOf = (residue: string): Set<string> =>
  new Set(
    paths[residue]!.flatMap((path) => {
      const names = path.split(' ');
      return names.slice(1).map((name, i) => `${names[i]} ${name}`);
    }),
  );

/** Atoms that move together, and the parts that turn around a bond to one of them. */
interface Tree {
  atoms: Atom[];
  branches: { from: Atom; tree: Tree }[];
}

/**
 * Returns whether two atoms are bonded. In amino acids, bonds between heavy atoms are 1.2 to 1.85 Å long, bonds to
 * hydrogen 1.0 to 1.35 Å.
 */
const isBond = (a: Atom, b: Atom): boolean =>
  distance(a.point, b.point) < (a.isHydrogen || b.isHydrogen ? 1.4 : 2) && !(a.isHydrogen && b.isHydrogen);

function treeOf(atoms: Atom[], rotors: Set<string>, root: string): Tree {
  const seen = new Set<Atom>();
  const grow = (start: Atom): Tree => {
    const tree: Tree = { atoms: [start], branches: [] };
    seen.add(start);
    const turning: [Atom, Atom][] = [];
    // Iterating over an array also visits elements that are added meanwhile.
    for (const atom of tree.atoms)
      for (const other of atoms) {
        if (seen.has(other) || !isBond(atom, other)) continue;
        if (rotors.has(`${atom.name} ${other.name}`)) turning.push([atom, other]);
        else {
          seen.add(other);
          tree.atoms.push(other);
        }
      }
    for (const [from, to] of turning) {
      const branch = grow(to);
      // A bond to a single end atom, such as a thiolate, turns nothing.
      if (branch.atoms.length === 1 && branch.branches.length === 0) tree.atoms.push(to);
      else tree.branches.push({ from, tree: branch });
    }
    return tree;
  };
  return grow(atoms.find(({ name }) => name === root)!);
}

const atomsOfTree = ({ atoms, branches }: Tree): Atom[] => [
  ...atoms,
  ...branches.flatMap(({ tree }) => atomsOfTree(tree)),
];

function writeTree(root: Tree, next: () => number): string[] {
  const serials = new Map<Atom, string>();
  const put = (atom: Atom) => {
    const serial = String(next());
    serials.set(atom, serial);
    return `ATOM  ${serial.padStart(5)}${atom.line.slice(11)}`;
  };
  const branch = ({ from, tree }: Tree['branches'][number]): string[] => {
    const lines = tree.atoms.map(put);
    const ends = `${serials.get(from)!.padStart(4)}${serials.get(tree.atoms[0]!)!.padStart(4)}`;
    return [`BRANCH${ends}`, ...lines, ...tree.branches.flatMap(branch), `ENDBRANCH${ends}`];
  };
  return ['ROOT', ...root.atoms.map(put), 'ENDROOT', ...root.branches.flatMap(branch)];
}
