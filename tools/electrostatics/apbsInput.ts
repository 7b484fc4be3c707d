import type { Settings } from '../contract.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import type { ChargedAtom } from './readPqr.ts';
import { gridPoints } from './tool.ts';

export interface Grid {
  /** Along each side. */
  points: number;
  /** Lengths of the grid that the calculation begins with, in ångström. */
  coarse: Vector;
  /** And of the one that the result is of. */
  fine: Vector;
}

/** The lengths of PDB2PQR's `psize`: the fine grid is this much longer than the molecule, by at most so many ångström. */
const FACTOR = 1.7;
const FINE_MARGIN = 20;

/**
 * Ångström that the coarse grid is longer than the molecule, at least. The potential at its border is that of one sphere with
 * all charges: `psize`'s 1.7 alone puts the border of a flat or small molecule at its charges, and two ions 12 Å apart had 11 % too
 * much energy.
 */
const COARSE_MARGIN = 40;

/** The grid around atoms. */
export function gridAround(atoms: ChargedAtom[], { grid }: Settings): Grid {
  const lengths = [0, 1, 2].map((axis) => {
    let [min, max] = [Infinity, -Infinity];
    for (const { point, radius } of atoms) {
      min = Math.min(min, point[axis]! - radius);
      max = Math.max(max, point[axis]! + radius);
    }
    return max - min;
  });
  const coarse = lengths.map((length) => Math.max(FACTOR * length, length + COARSE_MARGIN));
  const fine = lengths.map((length) => Math.min(length + FINE_MARGIN, FACTOR * length));
  return { points: gridPoints[grid as string]!, coarse: vectorOf(coarse), fine: vectorOf(fine) };
}

const vectorOf = ([x, y, z]: number[]): Vector => [x!, y!, z!];

/** A PQR file of numbers alone: names of users are not for programs. */
export function writePqr(atoms: ChargedAtom[]): string {
  const lines = atoms.map(({ point: [x, y, z], charge, radius }, i) => {
    const numbers = [x.toFixed(3), y.toFixed(3), z.toFixed(3), charge.toFixed(4), radius.toFixed(4)];
    return `ATOM ${i + 1} X MOL 1 ${numbers.join(' ')}`;
  });
  return `${[...lines, 'END'].join('\n')}\n`;
}

/**
 * APBS's input: the molecule in the solvent, and in a medium like the solute itself; the difference of the two energies is
 * that of solvation, without that of the charges with themselves on the grid.
 */
export function apbsInput(pqr: string, potential: string, grid: Grid, settings: Settings): string {
  const { solute_dielectric: solute, solvent_dielectric: solvent, ion_concentration: salt } = settings;
  const ions = [1, -1].map((charge) => `ion charge ${charge} conc ${salt} radius 2.0`);
  const written = [...((salt as number) > 0 ? ions : []), `write pot dx ${potential}`];
  return [
    ...['read', `mol pqr ${pqr}`, 'end'],
    ...calculation('solvated', grid, solute, solvent, written),
    ...calculation('reference', grid, solute, solute, []),
    ...['print elecEnergy solvated - reference end', 'quit', ''],
  ].join('\n');
}

const calculation = (name: string, grid: Grid, solute: unknown, solvent: unknown, more: string[]): string[] => [
  ...[`elec name ${name}`, 'mg-auto', `dime ${grid.points} ${grid.points} ${grid.points}`],
  ...[`cglen ${lengthsOf(grid.coarse)}`, `fglen ${lengthsOf(grid.fine)}`, 'cgcent mol 1', 'fgcent mol 1', 'mol 1'],
  ...['lpbe', 'bcfl sdh', `pdie ${solute}`, `sdie ${solvent}`, 'srfm smol', 'chgm spl2', 'sdens 10.0'],
  ...['srad 1.4', 'swin 0.3', 'temp 298.15', 'calcenergy total', 'calcforce no', ...more, 'end'],
];

const lengthsOf = (lengths: Vector): string => lengths.map((length) => length.toFixed(4)).join(' ');

/** The energy that APBS printed in the end, kJ/mol; NaN when there is none. */
export function parseEnergy(stdout: string): number {
  return Number(/^ {2}Global net ELEC energy = (\S+) kJ\/mol$/m.exec(stdout)?.[1] ?? Number.NaN);
}
