import { LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import type { Vector } from '../shared/structure/vectors.ts';

export interface Pose {
  /** Counted from 1, best first. */
  mode: number;
  /** kcal/mol. */
  affinity: number;
  inter: number;
  intra: number;
  /** To the best pose, in ångström. */
  rmsdLb: number;
  rmsdUb: number;
  /** Places by the serial number of the atom. */
  places: Map<number, Vector>;
  /** The lines between MODEL and ENDMDL. */
  text: string;
}

/**
 * The poses of Vina's output file: not those of the table that it prints, which also lists what lies beyond the range of
 * energy. In a box that is too small every pose clashes: those without affinity are left out.
 *
 * @throws LigandError when no pose is left.
 */
export function parsePoses(pdbqt: string): Pose[] {
  const models = pdbqt.split(/^MODEL +\d+\s*\n/m).slice(1);
  const poses = models.map((model, i) => parsePose(model, i + 1));
  const bound = poses.filter(({ affinity }) => affinity <= 0);
  if (bound.length > 0) return bound;
  const best = poses[0]?.affinity;
  throw new LigandError(
    best === undefined
      ? 'vina wrote no pose'
      : `no pose without clashes: the best has ${best} kcal/mol; the box may be too small for this ligand`,
  );
}

function parsePose(model: string, mode: number): Pose {
  const [, affinity, rmsdLb, rmsdUb] = /^REMARK VINA RESULT: +(\S+) +(\S+) +(\S+)/m.exec(model) ?? [];
  const [, inter] = /^REMARK INTER: +(\S+)/m.exec(model) ?? [];
  const [, intra] = /^REMARK INTRA: +(\S+)/m.exec(model) ?? [];
  const [a, lb, ub, between, within] = [affinity, rmsdLb, rmsdUb, inter, intra].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (![a, lb, ub, between, within].every(Number.isFinite))
    throw new LigandError('vina wrote a pose without an affinity');
  const text = model.slice(0, model.indexOf('ENDMDL'));
  const places = new Map(atomsOfPdbqt(text).map(({ serial, point }) => [serial, point]));
  return { mode, affinity: a, rmsdLb: lb, rmsdUb: ub, inter: between, intra: within, places, text };
}

/** All models of a ligand, each with its name. */
export function writePoses(poses: Pose[], name: string): string {
  return poses.map(({ mode, text }) => `MODEL ${mode}\nREMARK  Name = ${name}\n${text}ENDMDL\n`).join('');
}
