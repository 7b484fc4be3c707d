import { LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import type { Pose } from './parsePoses.ts';

/**
 * Returns the only pose of a ligand that Vina scored or minimised in place (`--score_only`, `--local_only`). For such
 * poses Vina only prints the energies. The energy of the free ligand is the energy of this pose, so the affinity is
 * `inter / (1 + 0.05846 torsions)`. It is above 0 for a pose with clashes.
 *
 * @throws LigandError when Vina printed no affinity.
 */
export function scoredPose(printed: string, pdbqt: string): Pose {
  const energyOf = (name: string) => Number(new RegExp(`^${name} *: +(\\S+) \\(kcal/mol\\)`, 'm').exec(printed)?.[1]);
  const affinity = energyOf('Estimated Free Energy of Binding');
  const inter = energyOf('\\(1\\) Final Intermolecular Energy');
  const intra = energyOf('\\(2\\) Final Total Internal Energy');
  if (![affinity, inter, intra].every(Number.isFinite)) throw new LigandError('vina printed no affinity');
  const energies: [string, number][] = [
    ['INTER + INTRA', inter + intra],
    ['INTER', inter],
    ['INTRA', intra],
    ['UNBOUND', intra],
  ];
  const remarks = [
    `REMARK VINA RESULT:${affinity.toFixed(3).padStart(10)}      0.000      0.000`,
    ...energies.map(([name, value]) => `REMARK ${`${name}:`.padEnd(20)}${value.toFixed(3).padStart(12)}`),
  ];
  const atoms = pdbqt.replace(/^REMARK (VINA RESULT|INTER|INTRA|UNBOUND).*\n/gm, '');
  const text = `${[...remarks, atoms.trimEnd()].join('\n')}\n`;
  const places = new Map(atomsOfPdbqt(text).map(({ serial, point }) => [serial, point]));
  return { mode: 1, affinity, inter, intra, rmsdLb: 0, rmsdUb: 0, places, text };
}
