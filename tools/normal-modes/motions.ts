import { type Atom, findAtom, type Residue } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';

/** Models of one oscillation. The first model is the structure itself, for tools that read only the first model. */
const MODELS = 12;

/**
 * Returns a mode as models of a PDB file: from the structure to one end of the motion, to the other end, and back. All
 * atoms of a residue move with its alpha carbon. At the ends, the RMSD of the alpha carbons to the structure is
 * `amplitude`. `vector` has three numbers for each residue.
 */
export function motion(residues: Residue[], vector: number[], amplitude: number): string {
  const factor = amplitude * Math.sqrt(residues.length);
  const models = Array.from({ length: MODELS }, (_, model) => {
    const at = Math.sin((2 * Math.PI * model) / MODELS);
    const moved = residues.map((residue, i) => {
      const [dx, dy, dz] = [0, 1, 2].map((axis) => at * factor * vector[3 * i + axis]!) as [number, number, number];
      const move = (atom: Atom) => ({
        ...atom,
        x: rounded(atom.x + dx),
        y: rounded(atom.y + dy),
        z: rounded(atom.z + dz),
      });
      return { ...residue, atoms: residue.atoms.map(move) };
    });
    const lines = writePdb(moved, { id: null, hybrid36: true })
      .split('\n')
      .filter((line) => /^(ATOM|HETATM|TER)/.test(line));
    return [`MODEL     ${String(model + 1).padStart(4)}`, ...lines, 'ENDMDL'].join('\n');
  });
  return `${[...models, 'END'].join('\n')}\n`;
}

export const hasNode = (residue: Residue): boolean =>
  residue.class === 'protein' && findAtom(residue, 'CA') !== undefined;
