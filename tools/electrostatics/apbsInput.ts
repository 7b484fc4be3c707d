import type { Settings } from '../contract.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import type { ChargedAtom } from './readPqr.ts';
import { gridPoints } from './tool.ts';

export interface Grid {
  /** Number of grid points along each side. */
  points: number;
  /** Side lengths of the grid with which the calculation begins, in ångström. */
  coarse: Vector;
  /** Side lengths of the grid of the result, in ångström. */
  fine: Vector;
}

/**
 * As in PDB2PQR's `psize`: the fine grid is longer than the molecule by this factor, but at most by this many ångström.
 */
const FACTOR = 1.7;
const FINE_MARGIN = 20;

/**
 * Minimum in ångström by which the coarse grid is longer than the molecule. The potential at its border is that of a
 * single sphere with all charges. With only the factor 1.7 of `psize`, the border of a flat or small molecule is close
 * to its charges: the energy of two ions 12 Å apart was 11 % too high.
 */
const COARSE_MARGIN = 40;

/** Returns the grid around atoms. */
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

/** Writes a PQR file with only numbers: programs must not see users' names. */
export function writePqr(atoms: ChargedAtom[]): string {
  const lines = atoms.map(({ point: [x, y, z], charge, radius }, i) => {
    const numbers = [x.toFixed(3), y.toFixed(3), z.toFixed(3), charge.toFixed(4), radius.toFixed(4)];
    return `ATOM ${i + 1} X MOL 1 ${numbers.join(' ')}`;
  });
  return `${[...lines, 'END'].join('\n')}\n`;
}

/**
 * Returns APBS's input: the molecule in the solvent, and in a medium like the solute. The difference of both energies
 * is the solvation energy. The energy of the charges with themselves on the grid cancels out.
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

/** Returns the energy that APBS printed last, in kJ/mol; NaN when there is none. */
export function parseEnergy(stdout: string): number {
  return Number(/^ {2}Global net ELEC energy = (\S+) kJ\/mol$/m.exec(stdout)?.[1] ?? Number.NaN);
}
