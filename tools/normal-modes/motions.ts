import { type Atom, findAtom, type Residue } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';

/** Models of one swing, which begins with the structure itself: tools that read the first model get that. */
const MODELS = 12;

/**
 * A mode as models of a PDB file: from the structure to one end of the motion, to the other end, and back. Each residue moves as its alpha carbon; at the ends the
 * RMSD of the alpha carbons is `amplitude`. `vector` has three numbers for each residue.
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
