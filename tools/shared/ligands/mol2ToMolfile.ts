import { kekulize } from './kekulize.ts';
import type { Mol2Atom, Mol2Bond, Mol2Molecule } from './mol2Molecule.ts';

/** Charges of the ions of salts: atoms without bonds to which the file gives no charge. */
const ionCharges: Record<string, number> = {
  ...{ Li: 1, Na: 1, K: 1, Rb: 1, Cs: 1, Mg: 2, Ca: 2, Sr: 2, Ba: 2, Zn: 2 },
  ...{ F: -1, Cl: -1, Br: -1, I: -1 },
};

/** Central atoms of oxo acids: their number of bonds, by the number of their neighbours and of oxygens that share a charge. */
const valences: Record<string, (neighbours: number, shared: number) => number> = {
  C: () => 4,
  // Nitro groups and N-oxides; the N of a hydroxamate has three bonds.
  N: (neighbours, shared) => (shared > 1 || neighbours === 4 ? 4 : 3),
  P: () => 5,
  S: (neighbours) => (neighbours >= 4 ? 6 : 4),
};

/**
 * Returns a MOL2 molecule as a molfile with formal charges, or the reason why its bonds do not fit together. MOL2
 * leaves formal charges to its readers, and Open Babel makes radicals of phosphates, pyridinium and guanidinium
 * (openbabel/openbabel #1982, rdkit/rdkit #3985).
 */
export function mol2ToMolfile(molecule: Mol2Molecule): { molfile: string; warning?: string } | { reason: string } {
  const { atoms, bonds } = molecule;
  if (atoms.length > 999 || bonds.length > 999) return { reason: 'more than 999 atoms or bonds' };
  const bondsOf: Mol2Bond[][] = atoms.map(() => []);
  for (const bond of bonds) for (const end of bond.ends) bondsOf[end]!.push(bond);
  const of = (atom: number) => bondsOf[atom]!;
  for (const i of atoms.keys()) spreadOxygens(molecule, i, of);
  for (const [i, { type }] of atoms.entries()) if (type === 'C.cat') doubleBond(molecule, i, of);
  const isStated = atoms.some(({ charge }) => charge !== undefined);
  const stated = atoms.map(({ charge = 0 }) => charge);
  const net = isStated ? total(stated) : netCharge(atoms);
  const derive = (hasHydrogens: boolean) => atoms.map((atom, i) => chargeOf(atom, of(i), hasHydrogens));
  const isRight = (charges: number[]) => net === undefined || total(charges) === net;
  const hasHydrogens = atoms.some(({ element }) => element === 'H');
  if (!kekulize(molecule, () => isRight(derive(hasHydrogens))))
    return { reason: 'the aromatic bonds cannot be written as single and double ones: hydrogens or bonds are wrong' };
  const derived = derive(hasHydrogens);
  // The totals may agree while the charges are on different atoms of the same ion.
  if (isRight(derived)) return { molfile: write(molecule, derived) };
  // An anion without hydrogens, such as trifluoroacetate.
  const bare = derive(true);
  if (isStated) return { molfile: write(molecule, stated) };
  if (!hasHydrogens && isRight(bare)) return { molfile: write(molecule, bare) };
  const warning = `its partial charges add up to ${net}, but its bonds and hydrogens give a charge of ${total(derived)}, which is used: atoms or bonds may be missing or wrong`;
  return { molfile: write(molecule, derived), warning };
}

/** Returns the sum of the partial charges, or undefined where the file has none, or without those of hydrogens that it leaves out. */
function netCharge(atoms: Mol2Atom[]): number | undefined {
  const sum = total(atoms.map(({ partial }) => partial));
  const isWhole = Math.abs(sum - Math.round(sum)) < 0.1;
  return isWhole && atoms.some(({ partial }) => partial !== 0) ? Math.round(sum) + 0 : undefined;
}

const total = (charges: number[]): number => charges.reduce((sum, charge) => sum + charge, 0);

type BondsOf = (atom: number) => Mol2Bond[];
const otherEnd = ({ ends }: Mol2Bond, atom: number): number => (ends[0] === atom ? ends[1] : ends[0]);

/**
 * Gives the oxygens of an acid or nitro group their double bonds, beginning with the first oxygens. MOL2 writes oxygens
 * that share a charge alike. An oxygen to which the file gives a charge gets none.
 */
function spreadOxygens({ atoms }: Mol2Molecule, centre: number, of: BondsOf): void {
  const { element } = atoms[centre]!;
  const bonds = of(centre);
  const isShared = (bond: Mol2Bond) => {
    const end = otherEnd(bond, centre);
    const isTerminal = atoms[end]!.element === 'O' && of(end).length === 1;
    return isTerminal && (bond.order === 4 || atoms[end]!.type === 'O.co2');
  };
  const shared = bonds.filter(isShared);
  const rest = bonds.filter((bond) => !shared.includes(bond));
  if (!(element in valences) || shared.length === 0 || rest.some(({ order }) => order === 4)) return;
  const sum = rest.reduce((all, { order }) => all + order, 0);
  const chargeAt = (bond: Mol2Bond) => atoms[otherEnd(bond, centre)]!.charge ?? 0;
  const free = atoms.some(({ charge }) => charge !== undefined)
    ? shared.filter((bond) => chargeAt(bond) === 0).length
    : shared.length;
  const doubles = Math.min(free, valences[element]!(bonds.length, shared.length) - sum - shared.length);
  const sorted = shared.toSorted((a, b) => chargeAt(b) - chargeAt(a));
  for (const [i, bond] of sorted.entries()) bond.order = i < doubles ? 2 : 1;
}

/**
 * Gives a guanidinium or amidinium its double bond, because SYBYL writes its bonds as aromatic. The bond goes to the
 * nitrogen with the most hydrogens.
 */
function doubleBond({ atoms }: Mol2Molecule, carbon: number, of: BondsOf): void {
  const bonds = of(carbon);
  if (bonds.some(({ order }) => order === 2)) return;
  const nitrogens = bonds.filter((bond) => atoms[otherEnd(bond, carbon)]!.element === 'N');
  const hydrogens = (bond: Mol2Bond) => {
    const nitrogen = otherEnd(bond, carbon);
    return of(nitrogen).filter((one) => atoms[otherEnd(one, nitrogen)]!.element === 'H').length;
  };
  const sorted = nitrogens.toSorted((a, b) => hydrogens(b) - hydrogens(a));
  for (const [i, bond] of sorted.entries()) bond.order = i === 0 ? 2 : 1;
}

/**
 * Returns the charge that follows from the bonds. Where the file writes hydrogens, an atom with too few bonds has lost
 * its proton.
 */
function chargeOf({ element, partial }: Mol2Atom, bonds: Mol2Bond[], hasHydrogens: boolean): number {
  const valence = bonds.reduce((sum, { order }) => sum + order, 0);
  if (bonds.length === 0 && element in ionCharges) return ionCharges[element]!;
  if (bonds.length === 0 && !'CNOPSBH'.includes(element)) return Math.round(partial);
  const isTriple = bonds.some(({ order }) => order === 3);
  if (element === 'N') return valence === 4 ? 1 : valence === 2 && hasHydrogens ? -1 : 0;
  if (element === 'O') return valence === 3 ? 1 : valence === 1 && hasHydrogens ? -1 : 0;
  if (element === 'S' || element === 'Se') return valence === 3 ? 1 : valence === 1 && hasHydrogens ? -1 : 0;
  if (element === 'P') return valence === 4 ? 1 : 0;
  if (element === 'B') return valence === 4 ? -1 : 0;
  // The carbon of an isocyanide or of carbon monoxide.
  return element === 'C' && isTriple && bonds.length === 1 && hasHydrogens ? -1 : 0;
}

function write({ atoms, bonds }: Mol2Molecule, charges: number[]): string {
  const three = (value: number) => String(value).padStart(3);
  const place = (point: number[]) => point.map((value) => value.toFixed(4).padStart(10)).join('');
  const charged = charges.flatMap((charge, i) => (charge === 0 ? [] : [`M  CHG  1 ${three(i + 1)} ${three(charge)}`]));
  return [
    ...['', '', ''],
    `${three(atoms.length)}${three(bonds.length)}  0  0  0  0  0  0  0  0999 V2000`,
    ...atoms.map(({ point, element }) => `${place(point)} ${element.padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`),
    ...bonds.map(({ ends, order }) => `${ends.map((end) => three(end + 1)).join('')}${three(order)}  0`),
    ...charged,
    'M  END\n',
  ].join('\n');
}
