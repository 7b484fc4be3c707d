import type { Static } from 'typebox';
import { chargeAt, countResidues, ionizableGroups, isoelectricPoint, mass } from './massAndCharge.ts';
import { aliphaticVolume, extinction, hydropathy, instabilityWeights } from './scales.ts';
import type { properties } from './tool.ts';

export type Properties = Static<typeof properties>;

/** Numbers to four decimals. Residues without a mass (B, J, X, Z) count nowhere, not even in the length. */
export function protParam(id: string, sequence: string, pH: number): Properties {
  const composition = countResidues(sequence);
  const count = (letter: string) => composition[letter] ?? 0;
  const length = Object.values(composition).reduce((sum, n) => sum + n, 0);
  const groups = ionizableGroups(sequence, composition);
  const instability = instabilityIndex(sequence, length);
  const reduced = count('W') * extinction.W + count('Y') * extinction.Y;
  const aliphatic = Object.entries(aliphaticVolume).reduce((sum, [letter, volume]) => sum + volume * count(letter), 0);
  const hydropathySum = Object.entries(hydropathy).reduce((sum, [letter, value]) => sum + value * count(letter), 0);
  return {
    id,
    length,
    molecular_weight: round(mass(composition, 'average')),
    monoisotopic_mass: round(mass(composition, 'monoisotopic')),
    isoelectric_point: round(isoelectricPoint(groups)),
    charge: round(chargeAt(pH, groups)),
    gravy: round(hydropathySum / length),
    instability_index: round(instability),
    stable: instability < 40,
    aliphatic_index: round((100 * aliphatic) / length),
    aromaticity: round((count('F') + count('W') + count('Y')) / length, 5),
    ext_reduced: reduced,
    ext_cystine: reduced + Math.floor(count('C') / 2) * extinction.cystine,
    composition,
  };
}

/** Over the pairs as they stand: leaving a residue out does not make neighbours of those around it. */
function instabilityIndex(sequence: string, length: number): number {
  let sum = 0;
  for (let i = 0; i + 1 < sequence.length; i++)
    sum += instabilityWeights[sequence.charCodeAt(i) * 128 + sequence.charCodeAt(i + 1)]!;
  return (10 * sum) / length;
}

/** Never -0: a neutral peptide has charge 0. */
function round(value: number, decimals = 4): number {
  return Number(value.toFixed(decimals)) + 0;
}
