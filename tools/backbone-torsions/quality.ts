import { regionRuns } from './ramachandranRegions.ts';

/** Kinds of residues that have regions of their own. */
export type RamachandranClass = keyof typeof regionRuns;

export type Quality = 'favoured' | 'allowed' | 'outlier';

/** Degrees of a bin's side, and bins of a side of the plot. */
const BIN = 2;
export const BINS = 360 / BIN;

const levels: Record<string, Quality> = { O: 'outlier', A: 'allowed', F: 'favoured' };

const grids = new Map<RamachandranClass, Quality[]>();

/** Qualities of the bins of a kind, phi by phi, psi running fastest, both from -180 degrees on. */
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
 * The kind of a residue, as in MolProbity: glycine, proline by its peptide bond, residues before proline, isoleucine and valine, others.
 *
 * @param omegaBefore Of the bond to the residue before; null where there is none.
 */
export function kindOf(residue: string, next: string | undefined, omegaBefore: number | null): RamachandranClass {
  if (residue === 'GLY') return 'glycine';
  if (residue === 'PRO') return omegaBefore !== null && Math.abs(omegaBefore) < 90 ? 'cis_proline' : 'trans_proline';
  if (next === 'PRO') return 'pre_proline';
  return residue === 'ILE' || residue === 'VAL' ? 'isoleucine_valine' : 'general';
}

/** How usual two angles in degrees are for a kind: that of the bin of 2 by 2 degrees that they lie in. */
export function qualityOf(kind: RamachandranClass, phi: number, psi: number): Quality {
  const bin = (angle: number) => Math.floor(((((angle + 180) % 360) + 360) % 360) / BIN);
  return gridOf(kind)[bin(phi) * BINS + bin(psi)]!;
}
