import { symbols } from '../../elements.ts';
import type { JsonAtom } from '../rdkitJson.ts';

type Atom = Pick<JsonAtom, 'z' | 'impHs' | 'chg' | 'isotope'>;

/** Returns the formula in Hill order with its net charge, e.g. C9H8O4 or C3H8NO2+. */
export function molecularFormula(atoms: Atom[]): string {
  return formula(atoms, ({ z }) => symbols[z]!);
}

/** Returns the formula with isotopes, e.g. D2O or [13C]H4O; null when the input states no isotope. */
export function isotopeFormula(atoms: Atom[]): string | null {
  if (atoms.every(({ isotope, z }) => isotope === 0 || z === 0)) return null;
  return formula(atoms, ({ z, isotope }) => {
    if (isotope === 0 || z === 0) return symbols[z]!;
    if (z === 1 && (isotope === 2 || isotope === 3)) return isotope === 2 ? 'D' : 'T';
    return `[${isotope}${symbols[z]}]`;
  });
}

function formula(atoms: Atom[], name: (atom: Atom) => string): string {
  const counts = new Map<string, number>();
  const add = (symbol: string, count: number) => counts.set(symbol, (counts.get(symbol) ?? 0) + count);
  for (const atom of atoms) {
    add(name(atom), 1);
    if (atom.impHs > 0) add('H', atom.impHs);
  }
  const isOrganic = atoms.some(({ z }) => z === 6);
  const order = [...counts.keys()].sort((a, b) => rank(a, isOrganic) - rank(b, isOrganic) || (a < b ? -1 : 1));
  const charge = atoms.reduce((sum, { chg }) => sum + chg, 0);
  return order.map((symbol) => counted(symbol, counts.get(symbol)!)).join('') + chargeText(charge);
}

/**
 * Returns the rank of a symbol. In organic molecules carbon and hydrogen, with their isotopes, come first; D and T
 * follow H.
 */
function rank(symbol: string, isOrganic: boolean): number {
  if (!isOrganic) return 0;
  const places = ['C', 'H', 'D', 'T'];
  const place = places.indexOf(symbol.replace(/[[\]\d]/g, ''));
  return place === -1 ? places.length : place;
}

const counted = (symbol: string, count: number) => (count === 1 ? symbol : `${symbol}${count}`);

function chargeText(charge: number): string {
  return charge === 0 ? '' : counted(charge > 0 ? '+' : '-', Math.abs(charge));
}
