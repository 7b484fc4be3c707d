import type { Static } from 'typebox';
import { formulaOf, protParamMass, writeFormula } from './formulas.ts';
import { halfLivesOf } from './halfLife.ts';
import { chargeAt, countResidues, ionizableGroups, isoelectricPoint, mass } from './massAndCharge.ts';
import type { PKName } from './pKSets.ts';
import { aliphaticVolume, extinction, hydropathy, instabilityWeights, standardAminoAcids } from './scales.ts';
import type { properties } from './tool.ts';

export type Properties = Static<typeof properties>;

export interface PropertyOptions {
  pH: number;
  pKSet: PKName;
  masses: 'protparam' | 'iupac';
  disulfides: number;
}

/** Residues without a mass (B, J, X, Z) are not counted in any property, including the length. */
export function protParam(
  { name, description, sequence }: { name: string; description: string; sequence: string },
  { pH, pKSet, masses, disulfides: asked }: PropertyOptions,
): Properties {
  const composition = countResidues(sequence);
  const count = (letters: string) => [...letters].reduce((sum, letter) => sum + (composition[letter] ?? 0), 0);
  const length = Object.values(composition).reduce((sum, n) => sum + n, 0);
  const disulfides = Math.min(asked, Math.floor(count('C') / 2));
  const groups = ionizableGroups(sequence, { ...composition, C: count('C') - 2 * disulfides }, pKSet);
  const instability = instabilityIndex(sequence, count(standardAminoAcids));
  const reduced = count('W') * extinction.W + count('Y') * extinction.Y;
  const cystine = reduced + Math.floor(count('C') / 2) * extinction.cystine;
  const aliphatic = Object.entries(aliphaticVolume).reduce((sum, [letter, volume]) => sum + volume * count(letter), 0);
  const formula = formulaOf(composition, disulfides);
  const average = masses === 'protparam' ? protParamMass(formula) : mass(composition, 'average', disulfides);
  return {
    id: name,
    description,
    length,
    excluded: sequence.length - length,
    molecular_weight: round(average),
    monoisotopic_mass: round(mass(composition, 'monoisotopic', disulfides)),
    isoelectric_point: round(isoelectricPoint(groups)),
    charge: round(chargeAt(pH, groups)),
    negative: count('DE'),
    positive: count('KR'),
    gravy: gravyOf(composition),
    instability_index: instability === null ? null : round(instability),
    stable: instability === null ? null : instability < 40,
    aliphatic_index: round((100 * aliphatic) / length),
    aromaticity: round(count('FWY') / length, 5),
    ext_reduced: reduced,
    ext_cystine: cystine,
    abs_01_reduced: round(reduced / average, 3),
    abs_01_cystine: round(cystine / average, 3),
    disulfides,
    formula: writeFormula(formula),
    atoms: Object.values(formula).reduce((sum, n) => sum + n, 0),
    ...halfLivesOf(sequence[0]!),
    composition,
    composition_pct: Object.fromEntries(
      Object.entries(composition).map(([letter, n]) => [letter, round((100 * n) / length, 1)]),
    ),
  };
}

/** Returns the mean hydropathy over the residues that have one. U and O have none. */
function gravyOf(composition: Record<string, number>): number | null {
  let [sum, residues] = [0, 0];
  for (const [letter, value] of Object.entries(hydropathy)) {
    sum += value * composition[letter]!;
    residues += composition[letter]!;
  }
  return residues === 0 ? null : round(sum / residues);
}

/**
 * Returns the instability index over neighbouring residues of the sequence. A left-out residue does not make its
 * neighbours a pair. Null if there is no pair of standard residues. `length` is the number of residues that count.
 */
function instabilityIndex(sequence: string, length: number): number | null {
  let [sum, pairs] = [0, 0];
  for (let i = 0; i + 1 < sequence.length; i++) {
    const weight = instabilityWeights[sequence.charCodeAt(i) * 128 + sequence.charCodeAt(i + 1)]!;
    if (Number.isNaN(weight)) continue;
    sum += weight;
    pairs++;
  }
  return pairs === 0 ? null : (10 * sum) / length;
}

/** Rounds, and returns 0 instead of -0, so that a neutral peptide has the charge 0. */
function round(value: number, decimals = 4): number {
  return Number(value.toFixed(decimals)) + 0;
}
