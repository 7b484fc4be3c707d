import { ToolError } from '../../contract.ts';
import type { Atom, Residue, Structure } from '../structure/structure.ts';
import { writePdb } from '../structure/writePdb.ts';

/** Atom names of the force fields that differ from those of the Protein Data Bank. */
const endNames: Record<string, string> = { OC1: 'O', OC2: 'OXT', OT1: 'O', OT2: 'OXT', O1: 'O', O2: 'OXT' };

/**
 * Returns the coordinates of a protein that GROMACS wrote, with the original chains, numbers and names of the residues.
 * GROMACS must write PDB here, because `.gro` has one decimal less.
 *
 * @throws ToolError when the number of residues differs, or a coordinate is not a number.
 */
export function restoreResidues(written: string, residues: Residue[], structure: Structure): string {
  const found: Atom[][] = [];
  for (const line of written.split('\n')) {
    if (!line.startsWith('ATOM')) continue;
    const atom = atomOf(line);
    // N is the first atom of every residue.
    if (atom.name === 'N') found.push([]);
    found.at(-1)?.push(atom);
  }
  if (found.length !== residues.length) throw new ToolError(`gmx wrote ${found.length} of ${residues.length} residues`);
  const restored = residues.map((residue, i) => ({ ...residue, atoms: found[i]!.map(withName(residue)) }));
  return writePdb(restored, { id: structure.id, hybrid36: true });
}

function atomOf(line: string): Atom {
  const name = line.slice(12, 16).trim();
  const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8).trim() || Number.NaN)) as [
    ...[number, number, number],
  ];
  if (![x, y, z].every(Number.isFinite)) throw new ToolError('gmx wrote non-numeric coordinates');
  // All elements of standard amino acids have symbols of one letter.
  return { name, altLoc: '', element: name.replace(/\d/g, '')[0] ?? '', x, y, z, occupancy: 1, bFactor: 0 };
}

const withName = (residue: Residue) => (atom: Atom) => {
  const name = residue.parent === 'ILE' && atom.name === 'CD' ? 'CD1' : (endNames[atom.name] ?? atom.name);
  return { ...atom, name };
};
