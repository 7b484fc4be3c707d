import { ionElement, isPolymerName } from './residues.ts';
import { isElement } from './symbols.ts';

/**
 * Returns the element that an atom name of a PDB file stands for when the element's own columns are empty. The symbol
 * is right-justified in columns 13-14 (wwPDB format 3.3), so `CA ` is calcium and ` CA ` an alpha carbon.
 *
 * @param columns Columns 13 to 16, spaces included.
 */
export function elementOfName(columns: string, isHet: boolean): string {
  const letters = columns.replace(/[^A-Za-z]/g, '').toUpperCase();
  const two = columns.slice(0, 2).trim().toUpperCase();
  // Names of four characters also begin in column 13. So only a shorter name of an atom outside polymers can be a
  // metal.
  if (isHet && two.length === 2 && isElement(two) && columns.trim().length < 4) return two;
  return isElement(letters.slice(0, 1)) ? letters.slice(0, 1) : '';
}

/**
 * Returns the element of an atom line of a PDB file. The element's columns are ignored when they contradict the name of
 * an amino acid's atom. These columns also hold types of AutoDock (NA for a nitrogen that accepts hydrogen bonds) and
 * old serial numbers.
 *
 * @param columns Columns 77 and 78.
 *
 * @param name Columns 13 to 16, spaces included.
 */
export function elementOf(columns: string, name: string, residueName: string, isHet: boolean): string {
  const element = columns.trim().toUpperCase();
  const bare = name.trim().toUpperCase();
  const ion = bare === residueName || bare === ionElement(residueName) ? ionElement(residueName) : undefined;
  if (ion !== undefined) return isElement(element) && element.length === 2 ? element : ion;
  if (
    isElement(element) &&
    !(isPolymerName(residueName) && !bare.replace(/^\d+/, '').startsWith(element) && element !== 'D')
  )
    return element;
  return elementOfName(name, isHet);
}

/** Elements of two letters whose symbols begin the names of atoms. `CA`, `CD` and others are carbons or nitrogens more often. */
const metalNames = new Set('CL BR SI SE FE ZN MG MN AL AS AU AG RU RB LI TI GA GE ZR XE KR PT'.split(' '));

/**
 * Returns the element of an atom of an mmCIF file. Some programs write a charge behind the symbol (`N1+`) or leave the symbol out; then
 * the names of atom and residue tell.
 */
export function elementOfSymbol(symbol: string, name: string, residueName: string): string {
  const bare = /^([A-Z]{1,2})(\d{0,2}[+-]?|[+-]\d{1,2})$/.exec(symbol.trim().toUpperCase())?.[1];
  if (bare !== undefined && isElement(bare)) return bare;
  const atom = name.toUpperCase();
  const ion = atom === residueName || atom === ionElement(residueName) ? ionElement(residueName) : undefined;
  const two = atom.slice(0, 2);
  return ion ?? (metalNames.has(two) && !isPolymerName(residueName) ? two : elementOfName(` ${atom}`, false));
}
