import { type PKName, pKSets } from './pKSets.ts';
import { aminoAcidMass, waterMass } from './scales.ts';

export type Composition = Record<string, number>;

/** Returns how often each amino acid of known mass occurs, including zeros. */
export function countResidues(sequence: string): Composition {
  const counts = new Uint32Array(128);
  for (let i = 0; i < sequence.length; i++) counts[sequence.charCodeAt(i)]!++;
  return Object.fromEntries(Object.keys(aminoAcidMass).map((letter) => [letter, counts[letter.charCodeAt(0)]!]));
}

/** Masses of hydrogen in Da: IUPAC, and AME 2012. */
const hydrogenMass = [1.00794, 1.00782503223] as const;

/** Returns the mass of the residues plus one water for the two ends, minus two hydrogens for each disulfide bond. */
export function mass(composition: Composition, kind: 'average' | 'monoisotopic', disulfides = 0): number {
  const which = kind === 'average' ? 0 : 1;
  const water = waterMass[which];
  return Object.entries(composition).reduce(
    (sum, [letter, count]) => sum + count * (aminoAcidMass[letter]![which] - water),
    water - 2 * disulfides * hydrogenMass[which],
  );
}

/** A group that is charged when protonated (+1) or when deprotonated (-1), with its number of occurrences. */
interface Ionizable {
  sign: 1 | -1;
  pK: number;
  count: number;
}

export function ionizableGroups(sequence: string, composition: Composition, set: PKName): Ionizable[] {
  const pK = pKSets[set];
  const first = pK.amino[sequence[0]!] ?? pK.amino.other;
  const last = pK.carboxyl[sequence.at(-1)!] ?? pK.carboxyl.other;
  const sideChains = (sign: 1 | -1, values: Record<string, number>) =>
    Object.entries(values).map(([letter, pK]) => ({ sign, pK, count: composition[letter] ?? 0 }));
  return [
    { sign: 1, pK: first, count: 1 },
    { sign: -1, pK: last, count: 1 },
    ...sideChains(1, pK.positive),
    ...sideChains(-1, pK.negative),
  ];
}

/** Returns the charge by the Henderson-Hasselbalch equation. */
export function chargeAt(pH: number, groups: Ionizable[]): number {
  return groups.reduce((sum, { sign, pK, count }) => sum + (sign * count) / (1 + 10 ** (sign * (pH - pK))), 0);
}

/**
 * Finds the isoelectric point by bisection. The charge only falls with pH and changes sign between 0 and 14, because
 * one end always takes up a proton.
 */
export function isoelectricPoint(groups: Ionizable[]): number {
  let [low, high] = [0, 14];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (chargeAt(middle, groups) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
