import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { pointOf } from '../shared/structure/vectors.ts';
import { torsion } from './torsions.ts';

/**
 * Atoms of the side chains from N on. Each four consecutive atoms define an angle (IUPAC-IUB, Biochemistry 9:3471-3479,
 * 1970).
 */
const sideChains: Record<string, string> = {
  ...{ ARG: 'CB CG CD NE CZ', LYS: 'CB CG CD CE NZ', MET: 'CB CG SD CE', GLU: 'CB CG CD OE1', GLN: 'CB CG CD OE1' },
  ...{ ASP: 'CB CG OD1', ASN: 'CB CG OD1', LEU: 'CB CG CD1', HIS: 'CB CG ND1', PHE: 'CB CG CD1', TYR: 'CB CG CD1' },
  ...{ TRP: 'CB CG CD1', PRO: 'CB CG CD', ILE: 'CB CG1 CD1', VAL: 'CB CG1', THR: 'CB OG1', SER: 'CB OG', CYS: 'CB SG' },
};

/**
 * Returns chi 1 to 4 in degrees; null where the side chain is shorter, or an atom is missing. Modified residues have
 * the angles of their parent.
 */
export function chiOf(residue: Residue): (number | null)[] {
  const side = sideChains[residue.parent ?? ''];
  const names = side ? ['N', 'CA', ...side.split(' ')] : [];
  const points = names.map((name) => {
    const atom = findAtom(residue, name) ?? (name === 'SD' ? findAtom(residue, 'SE') : undefined);
    return atom && pointOf(atom);
  });
  return [0, 1, 2, 3].map((i) => {
    const [a, b, c, d] = points.slice(i, i + 4);
    return a && b && c && d ? torsion(a, b, c, d) : null;
  });
}
