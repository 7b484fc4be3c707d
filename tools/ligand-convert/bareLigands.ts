import type { HeavyGraph } from '../shared/ligands/heavyGraph.ts';
import { isMetalIon } from '../shared/structure/residues.ts';
import { type Residue, residueName } from '../shared/structure/structure.ts';
import { distance, pointOf } from '../shared/structure/vectors.ts';

/** A ligand as a structure has it: atoms at their places, without bond orders. */
export interface BareLigand {
  /** Its residues, as rows name them: `A:STI201`. */
  name: string;
  residues: Residue[];
  graph: HeavyGraph;
}

/** Covalent radii in ångström: Cordero et al., Dalton Trans. 2008, 2832, table 2. Carbon is that of sp3. */
const radii: Record<string, number> = {
  ...{ B: 0.84, C: 0.76, N: 0.71, O: 0.66, F: 0.57, SI: 1.11, P: 1.07, S: 1.05, CL: 1.02 },
  ...{ AS: 1.19, SE: 1.2, BR: 1.2, I: 1.39 },
};
/** For metals of complexes. */
const OTHER_RADIUS = 1.4;

/** Atoms are bonded up to this distance beyond the sum of their radii, in ångström, as in Open Babel and RDKit. */
const TOLERANCE = 0.45;

/**
 * Returns the ligands among residues: groups of heavy atoms that bonds join, which may be of several residues. Bonds are
 * found by distance. Metal ions are not ligands.
 */
export function bareLigands(residues: Residue[]): BareLigand[] {
  const candidates = residues.filter((residue) => !isMetalIon(residue));
  const atoms = candidates.flatMap((residue) => residue.atoms.map((atom) => ({ ...atom, residue })));
  const points = atoms.map(pointOf);
  const radiusOf = (i: number) => radii[atoms[i]!.element] ?? OTHER_RADIUS;
  const isBonded = (i: number, j: number) =>
    i !== j && distance(points[i]!, points[j]!) < radiusOf(i) + radiusOf(j) + TOLERANCE;
  const neighbours = atoms.map((_, i) => atoms.flatMap((_, j) => (isBonded(i, j) ? [j] : [])));
  return groupsOf(neighbours).map((members) => {
    const index = new Map(members.map((member, i) => [member, i]));
    const ofGroup = [...new Set(members.map((member) => atoms[member]!.residue))];
    return {
      name: ofGroup.map(residueName).join(' '),
      residues: ofGroup,
      graph: {
        elements: members.map((member) => atoms[member]!.element),
        points: members.map((member) => points[member]!),
        neighbours: members.map((member) => neighbours[member]!.map((other) => index.get(other)!)),
        numbers: members.map((_, i) => i + 1),
      },
    };
  });
}

/** Returns the groups of atoms that bonds join, each in the order of the file. */
function groupsOf(neighbours: number[][]): number[][] {
  const seen = new Set<number>();
  return neighbours.flatMap((_, start) => {
    if (seen.has(start)) return [];
    const group = new Set([start]);
    for (const atom of group) for (const other of neighbours[atom]!) group.add(other);
    for (const atom of group) seen.add(atom);
    return [[...group].sort((a, b) => a - b)];
  });
}
