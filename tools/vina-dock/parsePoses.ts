import { LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import type { Vector } from '../shared/structure/vectors.ts';

export interface Pose {
  /** Rank from 1, best first. */
  mode: number;
  /** In kcal/mol. Computed from `inter` and `intra`, see `corrected`. */
  affinity: number;
  inter: number;
  intra: number;
  /** RMSD to the best pose, in ångström. */
  rmsdLb: number;
  rmsdUb: number;
  /** RMSD to the reference, in ångström. Null if there is no reference, or it is another molecule. */
  rmsdReference?: number | null;
  /** Positions by the serial number of the atom. */
  places: Map<number, Vector>;
  /** The lines between MODEL and ENDMDL, including the lines of flexible side chains. */
  text: string;
}

/** Returns the lines of a pose without its flexible side chains, whose serial numbers start at 1 again. */
export const ligandLines = (text: string): string => text.split(/^BEGIN_RES/m, 1)[0]!;

/** Returns the lines of the flexible side chains of a pose. */
export const sideChainLines = (text: string): string => text.slice(ligandLines(text).length);

/**
 * Returns the poses of Vina's output file. They are not read from the table that Vina prints, which also lists poses
 * beyond the energy range. Poses with a positive affinity are left out: in a box that is too small, every pose clashes.
 *
 * @throws LigandError when no pose is left.
 */
export function parsePoses(pdbqt: string): Pose[] {
  const models = pdbqt.split(/^MODEL +\d+\s*\n/m).slice(1);
  const poses = corrected(models.map((model, i) => parsePose(model, i + 1)));
  const bound = poses.filter(({ affinity }) => affinity <= 0);
  if (bound.length > 0) return bound;
  const best = poses[0]?.affinity;
  throw new LigandError(
    best === undefined
      ? 'vina wrote no pose'
      : `no pose without clashes: the best has ${best} kcal/mol; the box may be too small for this ligand`,
  );
}

/** Weight of a rotatable bond in the divisor of an affinity (Trott and Olson 2010). Vinardo has the same. */
const PER_TORSION = 0.05846;

/**
 * Returns the poses with corrected affinities. The affinity of a pose is `(inter + intra - unbound) / (1 + 0.05846 N)`,
 * where `unbound` is the energy within the ligand in its best pose. Vina 1.2.3 by mistake uses the ligand's worst pose
 * instead (ccsb-scripps/AutoDock-Vina #68, fixed in #81). This shifts all affinities of a ligand, by a different amount
 * for each ligand. N, which Vina counts in halves, is computed from Vina's numbers.
 */
function corrected(poses: (Pose & { unbound: number })[]): Pose[] {
  const [best] = poses;
  if (!best) return [];
  const clear = poses.reduce((a, b) => (Math.abs(b.affinity) > Math.abs(a.affinity) ? b : a));
  const divisor = (clear.inter + clear.intra - clear.unbound) / clear.affinity;
  const torsions = Math.round((2 * (divisor - 1)) / PER_TORSION) / 2;
  if (!(torsions >= 0)) throw new LigandError('vina wrote energies that do not add up to its affinity');
  return poses.map(({ unbound: _, ...pose }) => {
    const affinity = Number(((pose.inter + pose.intra - best.intra) / (1 + PER_TORSION * torsions)).toFixed(3));
    return { ...pose, affinity, text: rewrite(pose.text, affinity, best.intra) };
  });
}

/** Returns a model whose remarks have the corrected energies. */
function rewrite(text: string, affinity: number, unbound: number): string {
  const put = (_: string, remark: string, old: string) =>
    remark + (remark.includes('RESULT') ? affinity : unbound).toFixed(3).padStart(old.length);
  return text.replace(/^(REMARK VINA RESULT:)( *\S+)/m, put).replace(/^(REMARK UNBOUND:)( *\S+)/m, put);
}

function parsePose(model: string, mode: number): Pose & { unbound: number } {
  const [, affinity, rmsdLb, rmsdUb] = /^REMARK VINA RESULT: +(\S+) +(\S+) +(\S+)/m.exec(model) ?? [];
  const energyOf = (name: string) => new RegExp(`^REMARK ${name}: +(\\S+)`, 'm').exec(model)?.[1];
  const numbers = [affinity, rmsdLb, rmsdUb, ...['INTER', 'INTRA', 'UNBOUND'].map(energyOf)].map(Number);
  if (!numbers.every(Number.isFinite)) throw new LigandError('vina wrote a pose without an affinity');
  const [a, lb, ub, inter, intra, unbound] = numbers as [number, number, number, number, number, number];
  const text = model.slice(0, model.indexOf('ENDMDL'));
  const places = new Map(atomsOfPdbqt(ligandLines(text)).map(({ serial, point }) => [serial, point]));
  return { mode, affinity: a, rmsdLb: lb, rmsdUb: ub, inter, intra, unbound, places, text };
}

/** Returns all models of a ligand, each with its name. */
export function writePoses(poses: Pose[], name: string): string {
  return poses.map(({ mode, text }) => `MODEL ${mode}\nREMARK  Name = ${name}\n${text}ENDMDL\n`).join('');
}
