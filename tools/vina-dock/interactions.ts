import { atomsOfMolfile, bondsOfMolfile } from '../shared/ligands/molfile.ts';
import { cross, distance, dot, minus, type Vector } from '../shared/structure/vectors.ts';
import type { ReceptorAtom } from './receptorAtoms.ts';

/** Distances in ångström and angles in degrees, as in PLIP 2.2 (Adasme et al. 2021). */
const HYDROPHOBIC = 4;
const HBOND = 4.1;
const HBOND_ANGLE = 100;
const SALT_BRIDGE = 5.5;
const STACK = 5.5;
const STACK_ANGLE = 30;
const STACK_OFFSET = 2;
const CATION = 6;
const HALOGEN = 4;
const HALOGEN_ANGLE = 30;
const HALOGEN_DONOR = 165;
const HALOGEN_ACCEPTOR = 120;
const METAL = 3;

export interface Interaction {
  kind: 'hydrogen_bond' | 'hydrophobic' | 'salt_bridge' | 'pi_stacking' | 'pi_cation' | 'halogen_bond' | 'metal';
  /** An atom of the receptor's residue. */
  residue: ReceptorAtom;
  receptorAtoms: string[];
  /** Numbers of atoms in the molfile, from 1. */
  ligandAtoms: number[];
  distance: number;
  /** Angle at the hydrogen, at the halogen, or between two rings. Null for other kinds. */
  angle: number | null;
}

interface LigandAtom {
  number: number;
  element: string;
  /** AutoDock's atom type. Empty for hydrogens that PDBQT lacks. */
  type: string;
  point: Vector;
  charge: number;
  bonded: LigandAtom[];
}

/**
 * Returns the interactions between a pose and the receptor. `types` has AutoDock's types of the ligand, by the number
 * of the atom in the molfile.
 */
export function interactionsOf(
  receptor: ReceptorAtom[],
  molfile: string,
  types: ReadonlyMap<number, string>,
): Interaction[] {
  const ligand = readLigand(molfile, types);
  const near = receptor.filter(({ point }) => ligand.some((atom) => distance(atom.point, point) < NEAR));
  const stacks = stacking(near, ligand);
  return [
    ...hydrogenBonds(near, ligand),
    ...saltBridges(near, ligand),
    ...stacks,
    ...cations(near, ligand),
    ...halogenBonds(near, ligand),
    ...metals(near, ligand),
    ...hydrophobic(near, ligand, new Set(stacks.map(({ residue }) => keyOf(residue)))),
  ];
}

/**
 * Distance up to which receptor atoms are considered. Includes whole rings and charged groups of residues that come
 * closer than the greatest distance above.
 */
const NEAR = 10;

const keyOf = ({ chain, number, insertion, residue }: ReceptorAtom): string =>
  `${chain} ${number}${insertion} ${residue}`;

function readLigand(molfile: string, types: ReadonlyMap<number, string>): LigandAtom[] {
  const charges = chargesOf(molfile);
  const atoms = atomsOfMolfile(molfile).map(({ element, point }, i): LigandAtom => {
    const number = i + 1;
    return { number, element, point, type: types.get(number) ?? '', charge: charges.get(number) ?? 0, bonded: [] };
  });
  for (const [a, b] of bondsOfMolfile(molfile)) {
    atoms[a]!.bonded.push(atoms[b]!);
    atoms[b]!.bonded.push(atoms[a]!);
  }
  return atoms;
}

function chargesOf(molfile: string): Map<number, number> {
  const lines = molfile.split('\n').filter((line) => line.startsWith('M  CHG'));
  return new Map(
    lines.flatMap((line) => {
      const numbers = line.slice(9).trim().split(/\s+/).map(Number);
      return numbers.flatMap((value, i) => (i % 2 === 0 ? [[value, numbers[i + 1]!] as [number, number]] : []));
    }),
  );
}

const isDonor = (element: string): boolean => element === 'N' || element === 'O';
const isAcceptor = (type: string): boolean => type === 'OA' || type === 'NA';

function hydrogenBonds(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const found: Interaction[] = [];
  const put = (residue: ReceptorAtom, atom: LigandAtom, hydrogens: Vector[], donor: Vector, acceptor: Vector) => {
    const length = distance(donor, acceptor);
    const angle = Math.max(0, ...hydrogens.map((hydrogen) => angleAt(hydrogen, donor, acceptor)));
    if (length >= HBOND || angle <= HBOND_ANGLE) return;
    found.push(row('hydrogen_bond', [residue], [atom], length, angle));
  };
  for (const residue of receptor)
    for (const atom of ligand) {
      const [mine, other] = [residue.point, atom.point];
      const own = atom.bonded.filter(({ element }) => element === 'H').map(({ point }) => point);
      if (isDonor(residue.element) && isAcceptor(atom.type)) put(residue, atom, residue.hydrogens, mine, other);
      if (isDonor(atom.element) && isAcceptor(residue.type)) put(residue, atom, own, other, mine);
    }
  return found;
}

/**
 * Returns hydrophobic contacts: carbons bonded only to carbon and hydrogen, the nearest pair of each residue. Residues
 * that already have a row for stacked rings are left out.
 */
function hydrophobic(receptor: ReceptorAtom[], ligand: LigandAtom[], stacked: Set<string>): Interaction[] {
  const carbons = ligand.filter(
    ({ element, bonded }) => element === 'C' && bonded.every((one) => /^[CH]$/.test(one.element)),
  );
  const nearest = new Map<string, Interaction>();
  for (const atom of receptor) {
    const key = keyOf(atom);
    if (atom.element !== 'C' || !atom.isApolar || stacked.has(key)) continue;
    for (const carbon of carbons) {
      const length = distance(atom.point, carbon.point);
      if (length >= HYDROPHOBIC || length >= (nearest.get(key)?.distance ?? HYDROPHOBIC)) continue;
      nearest.set(key, row('hydrophobic', [atom], [carbon], length));
    }
  }
  return [...nearest.values()];
}

const charged: Record<string, { names: string[]; sign: number }> = {
  ...{ ARG: { names: ['NE', 'NH1', 'NH2'], sign: 1 }, LYS: { names: ['NZ'], sign: 1 } },
  ...{ ASP: { names: ['OD1', 'OD2'], sign: -1 }, GLU: { names: ['OE1', 'OE2'], sign: -1 } },
};

interface Group<A> {
  atoms: A[];
  center: Vector;
  sign: number;
}

function groupOf<A extends { point: Vector }>(atoms: A[], sign: number): Group<A> {
  const mean = (axis: number) => atoms.reduce((sum, { point }) => sum + point[axis]!, 0) / atoms.length;
  return { atoms, center: [mean(0), mean(1), mean(2)], sign };
}

function chargedResidues(receptor: ReceptorAtom[]): Group<ReceptorAtom>[] {
  return [...Map.groupBy(receptor, keyOf).values()].flatMap((atoms) => {
    const { names, sign } = charged[atoms[0]!.residue] ?? { names: [], sign: 0 };
    const own = atoms.filter(({ name }) => names.includes(name));
    return own.length > 0 && own.length === names.length ? [groupOf(own, sign)] : [];
  });
}

/**
 * Returns charged groups. A charge is spread over like atoms at the same neighbour, as in a carboxylate, an amidinium
 * or a phosphate.
 */
function chargedGroups(ligand: LigandAtom[]): Group<LigandAtom>[] {
  const seen = new Set<LigandAtom>();
  return ligand.flatMap((atom) => {
    if (atom.charge === 0 || seen.has(atom)) return [];
    const isFlat = atom.bonded.length < 4;
    const like = atom.bonded
      .filter((one) => isFlat && one.bonded.length > 2)
      .flatMap((one) => one.bonded.filter((other) => other.element === atom.element && other.bonded.length < 4));
    const atoms = [...new Set([atom, ...like])];
    for (const one of atoms) seen.add(one);
    return [groupOf(atoms, Math.sign(atom.charge))];
  });
}

function saltBridges(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const groups = chargedGroups(ligand);
  return chargedResidues(receptor).flatMap((mine) =>
    groups.flatMap((other) => {
      const length = distance(mine.center, other.center);
      if (mine.sign === other.sign || length >= SALT_BRIDGE) return [];
      return [row('salt_bridge', mine.atoms, other.atoms, length)];
    }),
  );
}

const ringNames: Record<string, string[][]> = {
  ...{ PHE: [['CG', 'CD1', 'CE1', 'CZ', 'CE2', 'CD2']], TYR: [['CG', 'CD1', 'CE1', 'CZ', 'CE2', 'CD2']] },
  ...{ HIS: [['CG', 'ND1', 'CE1', 'NE2', 'CD2']] },
  TRP: [
    ['CG', 'CD1', 'NE1', 'CE2', 'CD2'],
    ['CD2', 'CE2', 'CZ2', 'CH2', 'CZ3', 'CE3'],
  ],
};

interface Ring<A> extends Group<A> {
  normal: Vector;
}

function ringOf<A extends { point: Vector }>(atoms: A[]): Ring<A> {
  const [a, b, c] = [atoms[0]!.point, atoms[2]!.point, atoms[atoms.length - 2]!.point];
  const normal = cross(minus(b, a), minus(c, a));
  const length = Math.hypot(...normal);
  return { ...groupOf(atoms, 0), normal: normal.map((value) => value / length) as unknown as Vector };
}

function ringsOfResidues(receptor: ReceptorAtom[]): Ring<ReceptorAtom>[] {
  return [...Map.groupBy(receptor, keyOf).values()].flatMap((atoms) =>
    (ringNames[atoms[0]!.residue] ?? []).flatMap((names) => {
      const own = names.map((name) => atoms.find((atom) => atom.name === name));
      return own.every((atom) => atom !== undefined) ? [ringOf(own)] : [];
    }),
  );
}

/** Returns rings of five or six atoms whose carbons are aromatic to AutoDock. */
function ringsOfLigand(ligand: LigandAtom[]): Ring<LigandAtom>[] {
  const rings = new Map<string, LigandAtom[]>();
  const isMember = ({ element, type }: LigandAtom) => (element === 'C' ? type === 'A' : /^[NOS]$/.test(element));
  const grow = (path: LigandAtom[]) => {
    for (const next of path.at(-1)!.bonded) {
      if (next === path[0] && path.length >= 5)
        rings.set(
          path
            .map(({ number }) => number)
            .toSorted((a, b) => a - b)
            .join(),
          [...path],
        );
      if (path.length < 6 && isMember(next) && !path.includes(next)) grow([...path, next]);
    }
  };
  for (const atom of ligand) if (atom.type === 'A') grow([atom]);
  return [...rings.values()].filter((ring) => ring.filter(({ type }) => type === 'A').length >= 2).map(ringOf);
}

function stacking(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const rings = ringsOfLigand(ligand);
  return ringsOfResidues(receptor).flatMap((mine) =>
    rings.flatMap((other) => {
      const length = distance(mine.center, other.center);
      const angle = degrees(Math.acos(Math.min(1, Math.abs(dot(mine.normal, other.normal)))));
      const isAligned = angle < STACK_ANGLE || angle > 90 - STACK_ANGLE;
      const offset = Math.min(offsetOf(mine, other.center), offsetOf(other, mine.center));
      if (length >= STACK || !isAligned || offset >= STACK_OFFSET) return [];
      return [row('pi_stacking', mine.atoms, other.atoms, length, angle)];
    }),
  );
}

/** Returns the distance of a point from the axis of a ring. */
function offsetOf({ center, normal }: Ring<unknown>, point: Vector): number {
  const away = minus(point, center);
  return Math.sqrt(Math.max(0, dot(away, away) - dot(away, normal) ** 2));
}

function cations(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const found: Interaction[] = [];
  const fits = (ring: Ring<unknown>, center: Vector) =>
    distance(ring.center, center) < CATION && offsetOf(ring, center) < STACK_OFFSET;
  for (const ring of ringsOfResidues(receptor))
    for (const group of chargedGroups(ligand))
      if (group.sign > 0 && fits(ring, group.center))
        found.push(row('pi_cation', ring.atoms, group.atoms, distance(ring.center, group.center)));
  for (const ring of ringsOfLigand(ligand))
    for (const group of chargedResidues(receptor))
      if (group.sign > 0 && fits(ring, group.center))
        found.push(row('pi_cation', group.atoms, ring.atoms, distance(ring.center, group.center)));
  return found;
}

function halogenBonds(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const halogens = ligand.filter(({ element, bonded }) => /^(Cl|Br|I)$/.test(element) && bonded[0]?.element === 'C');
  return receptor.flatMap((atom) => {
    const { parent } = atom;
    if (!/^[NOS]$/.test(atom.element) || !parent) return [];
    return halogens.flatMap((halogen) => {
      const length = distance(atom.point, halogen.point);
      const angle = angleAt(halogen.point, halogen.bonded[0]!.point, atom.point);
      const other = angleAt(atom.point, parent, halogen.point);
      const isStraight =
        Math.abs(angle - HALOGEN_DONOR) < HALOGEN_ANGLE && Math.abs(other - HALOGEN_ACCEPTOR) < HALOGEN_ANGLE;
      return length < HALOGEN && isStraight ? [row('halogen_bond', [atom], [halogen], length, angle)] : [];
    });
  });
}

function metals(receptor: ReceptorAtom[], ligand: LigandAtom[]): Interaction[] {
  const binding = ligand.filter(({ element }) => /^[NOS]$/.test(element));
  return receptor
    .filter(({ element }) => /^(MG|MN|CA|FE|ZN)$/i.test(element))
    .flatMap((metal) =>
      binding.flatMap((atom) => {
        const length = distance(metal.point, atom.point);
        return length < METAL ? [row('metal', [metal], [atom], length)] : [];
      }),
    );
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** Returns the angle at a point between two others. */
function angleAt(at: Vector, one: Vector, other: Vector): number {
  const [a, b] = [minus(one, at), minus(other, at)];
  return degrees(Math.acos(Math.max(-1, Math.min(1, dot(a, b) / (Math.hypot(...a) * Math.hypot(...b))))));
}

const row = (
  kind: Interaction['kind'],
  atoms: ReceptorAtom[],
  ligand: LigandAtom[],
  length: number,
  angle: number | null = null,
): Interaction => ({
  kind,
  residue: atoms[0]!,
  receptorAtoms: atoms.map(({ name }) => name),
  ligandAtoms: ligand.map(({ number }) => number),
  distance: length,
  angle,
});
