import type { Settings } from '../contract.ts';
import { mdp } from '../shared/gromacs/gmx.ts';

/** Time step in ps. Bonds with hydrogen are constrained. */
const STEP = 0.002;

/** Frames and energies are written at multiples of this number of steps. */
const ENERGY_STEPS = 10;

const interactions = { 'cutoff-scheme': 'Verlet', coulombtype: 'PME', rcoulomb: 1, rvdw: 1 };

/** Parameters of a minimisation that removes overlaps: protein and water are combined by their coordinates only. */
export const minimisation = (): string => mdp({ integrator: 'steep', nsteps: 200, emtol: 100, ...interactions });

export const stepsOf = ({ time_ps }: Settings): number => Math.round((time_ps as number) / STEP);

/** Parameters of a simulation at constant volume and temperature (V-rescale), with long-range electrostatics by PME. */
export function dynamics(settings: Settings): string {
  const { temperature, seed, frame_interval_ps } = settings as Record<string, number>;
  const frameSteps = ENERGY_STEPS * Math.round(frame_interval_ps! / (ENERGY_STEPS * STEP));
  return mdp({
    integrator: 'md',
    dt: STEP,
    nsteps: stepsOf(settings),
    'nstxout-compressed': frameSteps,
    'compressed-x-grps': 'Protein',
    nstenergy: frameSteps,
    nstcalcenergy: ENERGY_STEPS,
    nstlog: 10_000,
    ...interactions,
    DispCorr: 'EnerPres',
    constraints: 'h-bonds',
    tcoupl: 'V-rescale',
    'tc-grps': 'System',
    'tau-t': 0.1,
    'ref-t': temperature!,
    'gen-vel': 'yes',
    'gen-temp': temperature!,
    'gen-seed': seed!,
    'ld-seed': seed!,
  });
}
