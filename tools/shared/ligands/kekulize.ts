import type { Mol2Molecule } from './mol2Molecule.ts';

/**
 * Limit on the atoms that a search visits: ten times what molecules at the limit of heavy atoms need. It ends searches
 * without a solution.
 */
const MAX_LOOKS = 200_000;
const MAX_PAIRS = 100;

/**
 * Replaces aromatic bonds with single and double bonds, in place, so that each atom that lacks a bond gets a double
 * one. Where that is impossible, a ring system with an odd number of such atoms gets one or two nitrogens that are
 * charged, or have a hydrogen that the file leaves out (pyridinium, tetrazolate). Of several ways, it takes one that is right, or else the
 * first. Returns false when nothing fits.
 */
export function kekulize({ atoms, bonds }: Mol2Molecule, isRight: () => boolean): boolean {
  const aromatic = bonds.filter(({ order }) => order === 4);
  const members = new Set(aromatic.flatMap(({ ends }) => ends));
  const partners = new Map([...members].map((atom) => [atom, [] as number[]]));
  for (const { ends } of aromatic) for (const end of ends) partners.get(end)!.push(ends[0] === end ? ends[1] : ends[0]);
  const others = (atom: number) =>
    bonds.reduce((sum, { ends, order }) => sum + (order !== 4 && ends.includes(atom) ? order : 0), 0);
  const lacks = new Set<number>();
  const changeable: number[] = [];
  for (const atom of members) {
    const { element, charge } = atoms[atom]!;
    const ring = partners.get(atom)!.length;
    // A carbon to which the file gives a charge has no double bond: cyclopentadienyl, tropylium.
    if (element === 'C' && 4 - others(atom) - ring >= 1 && !charge) lacks.add(atom);
    // Pyrylium and thiopyrylium.
    if ((element === 'O' || element === 'S') && charge === 1) lacks.add(atom);
    if (element !== 'N') continue;
    changeable.push(atom);
    if (3 + (charge ?? 0) - others(atom) - ring >= 1) lacks.add(atom);
  }
  const toggled = (...some: number[]) => {
    const set = new Set(lacks);
    for (const atom of some) if (!set.delete(atom)) set.add(atom);
    return set;
  };
  // Try cations first: nitrogens with three neighbours.
  const candidates = changeable.toSorted((a, b) => Number(lacks.has(a)) - Number(lacks.has(b)));
  const budget = { looks: MAX_LOOKS };
  const waysOf = (system: Set<number>) => {
    const own = candidates.filter((atom) => system.has(atom));
    return [[], ...own.map((atom) => [atom]), ...pairsOf(own, MAX_PAIRS)];
  };
  /** Writes the bonds of a ring system where these nitrogens are charged; returns whether that is possible. */
  const write = (system: Set<number>, charged: number[]): boolean => {
    const free = new Set([...toggled(...charged)].filter((atom) => system.has(atom)));
    const pairs = pairUp(free, partners, budget);
    for (const bond of pairs ? aromatic : [])
      if (system.has(bond.ends[0])) bond.order = pairs!.get(bond.ends[0]) === bond.ends[1] ? 2 : 1;
    return pairs !== undefined;
  };
  const systems = systemsOf(partners);
  for (const system of systems) if (!waysOf(system).some((one) => write(system, one))) return false;
  for (const system of isRight() ? [] : systems) {
    const orders = aromatic.map(({ order }) => order);
    const isFound = waysOf(system).some((one) => {
      budget.looks -= atoms.length;
      return write(system, one) && isRight();
    });
    if (isFound) return true;
    for (const [i, order] of orders.entries()) aromatic[i]!.order = order;
  }
  return true;
}

function pairsOf(atoms: number[], max: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (const [i, a] of atoms.entries())
    for (const b of atoms.slice(i + 1)) {
      if (pairs.length === max) return pairs;
      pairs.push([a, b]);
    }
  return pairs;
}

/** Returns the sets of atoms that aromatic bonds join. */
function systemsOf(partners: ReadonlyMap<number, number[]>): Set<number>[] {
  const seen = new Set<number>();
  const systems: Set<number>[] = [];
  for (const start of partners.keys()) {
    if (seen.has(start)) continue;
    const system = new Set([start]);
    for (const atom of system) for (const next of partners.get(atom)!) system.add(next);
    for (const atom of system) seen.add(atom);
    systems.push(system);
  }
  return systems;
}

/**
 * Pairs neighbours so that each atom is in one pair; returns undefined when that is impossible. The atom with the
 * fewest choices comes first, which keeps the search short.
 */
function pairUp(
  free: Set<number>,
  partners: ReadonlyMap<number, number[]>,
  budget: { looks: number },
): Map<number, number> | undefined {
  const choices = (atom: number, left: Set<number>) => partners.get(atom)!.filter((next) => left.has(next));
  const search = (left: Set<number>): [number, number][] | undefined => {
    if (left.size === 0) return [];
    budget.looks -= left.size;
    if (budget.looks < 0) return undefined;
    const [atom, next] = [...left]
      .map((one) => [one, choices(one, left)] as const)
      .reduce((a, b) => (b[1].length < a[1].length ? b : a));
    for (const partner of next) {
      const rest = search(new Set([...left].filter((one) => one !== atom && one !== partner)));
      if (rest) return [[atom, partner], [partner, atom], ...rest];
    }
    return undefined;
  };
  const found = free.size % 2 === 0 ? search(free) : undefined;
  return found && new Map(found);
}
