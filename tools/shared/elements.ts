/** Symbols by atomic number; 0 is RDKit's dummy atom. */
export const symbols = (
  '* H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb ' +
  'Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg ' +
  'Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'
).split(' ');

const known = new Set([...symbols, 'D', 'T']);

/**
 * Returns the usual spelling of an element's symbol: `Cl` for `CL`. D and T are isotopes of hydrogen. Returns undefined
 * for other texts.
 */
export function elementSymbol(text: string): string | undefined {
  const symbol = `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`;
  return known.has(symbol) ? symbol : undefined;
}
