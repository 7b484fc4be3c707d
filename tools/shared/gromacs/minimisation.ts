import { ToolError } from '../../contract.ts';

export interface Minimisation {
  potential_kj_mol: number;
  /** The largest force on an atom, in kJ/mol/nm. */
  fmax: number;
  steps: number;
  converged: boolean;
}

/**
 * Reads the end of the log of a minimisation: `Steepest Descents converged to Fmax < 100 in 314 steps`, or that it did
 * not converge, with energy and force.
 *
 * @throws ToolError when the log has no such lines, or the energy is not a number.
 */
export function parseMinimisation(log: string): Minimisation {
  const end = /^Steepest Descents (converged to|did not converge to) (Fmax|machine precision).* in (\d+) steps/m.exec(
    log,
  );
  const energy = /^Potential Energy {2}= +(\S+)$/m.exec(log)?.[1];
  const force = /^Maximum force {5}= +(\S+) on atom/m.exec(log)?.[1];
  const [potential_kj_mol, fmax] = [Number(energy ?? Number.NaN), Number(force ?? Number.NaN)];
  if (!end || !Number.isFinite(potential_kj_mol) || !Number.isFinite(fmax))
    throw new ToolError('gmx mdrun found no minimum: atoms of the structure may overlap');
  const [, how, what, steps] = end;
  return { potential_kj_mol, fmax, steps: Number(steps), converged: how === 'converged to' && what === 'Fmax' };
}

/**
 * Returns the log from its parameters on, without lines that have dates. The part before the parameters describes the
 * machine.
 */
export function withoutMachine(log: string): string {
  const at = log.indexOf('Input Parameters:');
  return at === -1 ? '' : log.slice(at).replace(/^(?:Started|Finished) .* on rank .*\n/gm, '');
}
