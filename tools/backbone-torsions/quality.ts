import { regionRuns } from './ramachandranRegions.ts';

/** Kinds of residues with separate Ramachandran regions. */
export type RamachandranClass = keyof typeof regionRuns;

export type Quality = 'favoured' | 'allowed' | 'outlier';

/** Side of a bin in degrees, and number of bins per side of the plot. */
const BIN = 2;
export const BINS = 360 / BIN;

const levels: Record<string, Quality> = { O: 'outlier', A: 'allowed', F: 'favoured' };

const grids = new Map<RamachandranClass, Quality[]>();

/** Returns the qualities of the bins of a kind, phi by phi with psi running fastest, both from -180 degrees. */
export function gridOf(kind: RamachandranClass): Quality[] {
  const known = grids.get(kind);
  if (known) return known;
  const runs = regionRuns[kind].matchAll(/([OAF])([0-9a-z]+)/g);
  const grid = [...runs].flatMap(([, letter, count]): Quality[] =>
    Array(Number.parseInt(count!, 36)).fill(levels[letter!]!),
  );
  grids.set(kind, grid);
  return grid;
}

/**
 * Returns the kind of a residue, as in MolProbity: glycine, cis- or trans-proline by its peptide bond, residues before
 * proline, isoleucine and valine, others.
 *
 * @param omegaBefore Omega of the bond to the previous residue; null when there is none.
 */
export function kindOf(residue: string, next: string | undefined, omegaBefore: number | null): RamachandranClass {
  if (residue === 'GLY') return 'glycine';
  if (residue === 'PRO') return omegaBefore !== null && Math.abs(omegaBefore) < 90 ? 'cis_proline' : 'trans_proline';
  if (next === 'PRO') return 'pre_proline';
  return residue === 'ILE' || residue === 'VAL' ? 'isoleucine_valine' : 'general';
}

/** Returns how common two angles in degrees are for a kind, by their bin of 2 by 2 degrees. */
export function qualityOf(kind: RamachandranClass, phi: number, psi: number): Quality {
  const bin = (angle: number) => Math.floor(((((angle + 180) % 360) + 360) % 360) / BIN);
  return gridOf(kind)[bin(phi) * BINS + bin(psi)]!;
}
