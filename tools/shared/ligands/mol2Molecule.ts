import { elementSymbol } from '../elements.ts';
import { quoted } from '../problems.ts';
import { isCoordinate } from '../structure/limits.ts';

export interface Mol2Atom {
  element: string;
  /** Atom type of SYBYL. */
  type: string;
  point: [number, number, number];
  /** The formal charge that the file states. Undefined for most files, because most programs write none. */
  charge: number | undefined;
  partial: number;
}

export interface Mol2Bond {
  /** Indices of the bonded atoms. */
  ends: [number, number];
  /** 1, 2 or 3; 4 is aromatic. */
  order: number;
}

export interface Mol2Molecule {
  atoms: Mol2Atom[];
  bonds: Mol2Bond[];
}

/** Why a molecule cannot be read. The line counts from the molecule's first line. */
export interface Mol2Fault {
  offset: number;
  reason: string;
}

const orders: Record<string, number> = { '1': 1, '2': 2, '3': 3, am: 1, ar: 4 };

/** Reads a molecule of a MOL2 file: the sections ATOM, BOND and UNITY_ATOM_ATTR, which has formal charges. */
export function readMol2(lines: string[]): Mol2Molecule | Mol2Fault {
  const counts = /^\s{0,80}(\d{1,6})(?:\s{1,80}(\d{1,6}))?\b/.exec(lines[2] ?? '');
  const [declared, declaredBonds] = [Number(counts?.[1]), Number(counts?.[2] ?? 0)];
  if (!(declared > 0)) return { offset: 2, reason: 'no number of atoms (third line of a MOL2 molecule)' };
  const atoms: Mol2Atom[] = [];
  const bonds: Mol2Bond[] = [];
  const index = new Map<string, number>();
  const orderOf = new Map<string, number>();
  let [section, attributed] = ['', ''];
  for (const [offset, line] of lines.entries()) {
    const words = line.trim().split(/\s+/, 10);
    if (line.startsWith('@')) section = line.trim();
    else if (words[0] === '' || line.startsWith('#')) continue;
    else if (section === '@<TRIPOS>ATOM') {
      const element = elementOfType(words[5] ?? '');
      if (words.length < 6 || !words.slice(2, 5).every(isCoordinate))
        return { offset, reason: 'bad coordinates or no atom type' };
      if (!element || element === '*') return { offset, reason: `atom type ${quoted(words[5]!)} is not of an element` };
      if (index.has(words[0]!)) return { offset, reason: `two atoms have the number ${quoted(words[0]!)}` };
      const point = words.slice(2, 5).map(Number) as Mol2Atom['point'];
      index.set(words[0]!, atoms.length);
      atoms.push({ element, type: words[5]!, point, charge: undefined, partial: Number(words[8]) || 0 });
    } else if (section === '@<TRIPOS>BOND') {
      const ends = [index.get(words[1] ?? ''), index.get(words[2] ?? '')];
      const order = orders[words[3]?.toLowerCase() ?? ''];
      if (ends.includes(undefined) || ends[0] === ends[1])
        return { offset, reason: 'the bond is not between two atoms of the molecule' };
      if (!order) return { offset, reason: `bond type ${quoted(words[3] ?? '')} is not 1, 2, 3, am or ar` };
      const pair = ends.toSorted().join();
      // A line that repeats a bond is one bond.
      if ((orderOf.get(pair) ?? order) !== order) return { offset, reason: 'the two atoms have another bond, too' };
      if (!orderOf.has(pair)) bonds.push({ ends: ends as [number, number], order });
      orderOf.set(pair, order);
    } else if (section === '@<TRIPOS>UNITY_ATOM_ATTR') {
      const atom = atoms[index.get(attributed) ?? -1];
      if (words[0] === 'charge' && !(atom && /^[+-]?\d{1,2}(\.0{0,9})?$/.test(words[1] ?? '')))
        return { offset, reason: 'the charge is not a whole number, or of no atom' };
      if (words[0] === 'charge') atom!.charge = Number(words[1]);
      else attributed = index.has(words[0]!) ? words[0]! : attributed;
    }
  }
  if (atoms.length !== declared)
    return { offset: 2, reason: `the molecule declares ${declared} atoms, found ${atoms.length}` };
  if (bonds.length < declaredBonds)
    return { offset: 2, reason: `the molecule declares ${declaredBonds} bonds, found ${bonds.length}` };
  const bonded = new Set(bonds.flatMap(({ ends }) => ends));
  const isForceField = atoms.some(({ type }) => !type.includes('.') && elementSymbol(type) === undefined);
  for (const [i, atom] of atoms.entries())
    if (bonded.has(i) && (isForceField ? !atom.type.includes('.') : /^[a-z]/.test(atom.type)))
      atom.element = forceFieldElement(atom.type) ?? atom.element;
  return { atoms, bonds };
}

/**
 * Returns the element of an atom type of AMBER or GAFF, which antechamber writes instead of SYBYL types: the first letter. `ca` and `CA`
 * are aromatic carbons, `os` and `OS` ether oxygens. Returns undefined for metals and other types.
 */
function forceFieldElement(type: string): string | undefined {
  if (/^(cl|br)$/i.test(type)) return elementSymbol(type);
  return /^[cnoshpfi][a-z0-9*]?$/i.test(type) && !/^(cu|co|ni|fe|hg|pt|pd|pb|si|se|sn|in)$/i.test(type)
    ? type[0]!.toUpperCase()
    : undefined;
}

/** Returns the element of an atom type. The type of a bonded atom may be one of a force field. */
const elementOfType = (type: string): string | undefined =>
  elementSymbol(type.split('.')[0]!) ?? forceFieldElement(type);
