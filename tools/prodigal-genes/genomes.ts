import type { Settings } from '../contract.ts';

/** Prodigal refuses to learn from fewer bases. */
export const LEAST_SINGLE = 20_000;

/** Prodigal's guide advises against learning from fewer bases. */
const ENOUGH_TO_LEARN = 100_000;

export const basesOf = (contigs: { sequence: string }[]): number =>
  contigs.reduce((sum, { sequence }) => sum + sequence.length, 0);

export function modeOf({ mode }: Settings, bases: number): 'single' | 'meta' {
  if (mode !== 'auto') return mode as 'single' | 'meta';
  return bases >= ENOUGH_TO_LEARN ? 'single' : 'meta';
}
