import { residueNumbers } from '../residueCodes.ts';

/**
 * Groups of amino acids that often replace each other, from the Gonnet PAM 250 matrix. ClustalW (Thompson et al. 1994)
 * and Clustal Omega use the same groups.
 */
const STRONG = ['STA', 'NEQK', 'NHQK', 'NDEQ', 'QHRK', 'MILV', 'MILF', 'HY', 'FYW'];
const WEAK = ['CSA', 'ATV', 'SAG', 'STNK', 'STPA', 'SGND', 'SNDEQK', 'NDEQHK', 'NEQHRK', 'FVLIM', 'HFY'];

/**
 * Returns ClustalW's line of conservation. It has `*` where all rows have the same residue, and `:` or `.` where all
 * residues of a column are in one strong or weak group of amino acids. A column with a gap or an unknown residue gets
 * no mark. U and T are the same base.
 */
export function clustalMarks(rows: string[], isProtein: boolean): string {
  const marks: string[] = [];
  for (let i = 0; i < rows[0]!.length; i++) {
    const column = new Set<string>();
    for (const row of rows) column.add(!isProtein && row[i] === 'U' ? 'T' : row[i]!);
    marks.push(markOf([...column], isProtein));
  }
  return marks.join('');
}

function markOf(residues: string[], isProtein: boolean): string {
  const numbers = residueNumbers[isProtein ? 'protein' : 'dna'];
  if (residues.some((residue) => numbers[residue.charCodeAt(0)] === 0)) return ' ';
  if (residues.length === 1) return '*';
  const within = (groups: string[]) => groups.some((group) => residues.every((residue) => group.includes(residue)));
  return isProtein && within(STRONG) ? ':' : isProtein && within(WEAK) ? '.' : ' ';
}
