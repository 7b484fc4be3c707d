import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import type { Residue } from '../shared/structure/structure.ts';

/** Returns whether an atom stays in place when its side chain moves. */
const isFixed = (name: string): boolean => /^(N|C|O|OXT|H|HN|H[123]|HA\d?)$/.test(name);

/**
 * Returns the residues of a receptor with the side chains of a pose, which are `lines` of PDBQT. Hydrogens of moved
 * side chains without a position in the pose are left out, because their old positions are wrong.
 */
export function withMovedSides(residues: Residue[], lines: string): Residue[] {
  const atoms = lines.split('\n').filter((line) => /^(ATOM {2}|HETATM)/.test(line));
  const moved = Map.groupBy(atoms, (line) => line.slice(21, 27));
  return residues.map((residue) => {
    const own = moved.get(keyOf(residue));
    return own ? { ...residue, atoms: placed(residue, own) } : residue;
  });
}

const keyOf = ({ chain, number, insertion }: Residue): string =>
  `${chain.padEnd(1)}${String(number).padStart(4)}${insertion.padEnd(1)}`;

function placed({ atoms }: Residue, lines: string[]): Residue['atoms'] {
  const places = new Map(lines.map((line) => [line.slice(12, 16).trim(), atomsOfPdbqt(line)[0]!.point]));
  return atoms.flatMap((atom) => {
    const place = places.get(atom.name);
    if (!place) return isFixed(atom.name) ? [atom] : [];
    const [x, y, z] = place;
    return [{ ...atom, x, y, z }];
  });
}
