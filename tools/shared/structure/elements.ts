/** Symbols of the elements, in upper case. */
const symbols = new Set(
  (
    'H D HE LI BE B C N O F NE NA MG AL SI P S CL AR K CA SC TI V CR MN FE CO NI CU ZN GA GE AS SE BR KR RB SR Y ZR NB ' +
    'MO TC RU RH PD AG CD IN SN SB TE I XE CS BA LA CE PR ND PM SM EU GD TB DY HO ER TM YB LU HF TA W RE OS IR PT AU ' +
    'HG TL PB BI PO AT RN FR RA AC TH PA U NP PU AM CM'
  ).split(' '),
);

export const isElement = (symbol: string): boolean => symbols.has(symbol);

/**
 * The element that an atom name of a PDB file stands for when the element's own columns are empty. The symbol is
 * right-justified in columns 13-14 (wwPDB format 3.3), so `CA  ` is calcium and ` CA ` an alpha carbon.
 *
 * @param columns Columns 13 to 16, spaces included.
 */
export function elementOfName(columns: string, isHet: boolean): string {
  const letters = columns.replace(/[^A-Za-z]/g, '').toUpperCase();
  const two = columns.slice(0, 2).trim().toUpperCase();
  // Names of four characters begin in column 13 too: only what is no polymer atom can be a metal there.
  if (isHet && two.length === 2 && symbols.has(two) && columns.trim().length < 4) return two;
  return symbols.has(letters.slice(0, 1)) ? letters.slice(0, 1) : '';
}
