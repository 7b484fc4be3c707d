import { symbols } from '../../elements.ts';

interface Atom {
  z: number;
  impHs: number;
  chg: number;
}

interface RdkitJson {
  defaults: { atom: Atom };
  molecules: { atoms: Partial<Atom>[] }[];
}

/** Hill order and net charge, e.g. C9H8O4 or C3H8NO2+, from RDKit's own JSON. */
export function molecularFormula(rdkitJson: string): string {
  const { defaults, molecules }: RdkitJson = JSON.parse(rdkitJson);
  const atoms = molecules.flatMap((molecule) => molecule.atoms).map((atom) => ({ ...defaults.atom, ...atom }));
  const counts = new Map<string, number>();
  const add = (symbol: string, count: number) => counts.set(symbol, (counts.get(symbol) ?? 0) + count);
  for (const { z, impHs } of atoms) {
    add(symbols[z]!, 1);
    if (impHs > 0) add('H', impHs);
  }
  const first = counts.has('C') ? ['C', 'H'] : [];
  const order = [...first.filter((s) => counts.has(s)), ...[...counts.keys()].filter((s) => !first.includes(s)).sort()];
  const charge = atoms.reduce((sum, { chg }) => sum + chg, 0);
  return order.map((symbol) => counted(symbol, counts.get(symbol)!)).join('') + chargeText(charge);
}

const counted = (symbol: string, count: number) => (count === 1 ? symbol : `${symbol}${count}`);

function chargeText(charge: number): string {
  return charge === 0 ? '' : counted(charge > 0 ? '+' : '-', Math.abs(charge));
}
