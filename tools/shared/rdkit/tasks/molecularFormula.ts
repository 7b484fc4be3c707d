/** Symbols by atomic number; 0 is RDKit's dummy atom. */
const symbols = (
  '* H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb ' +
  'Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg ' +
  'Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'
).split(' ');

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
