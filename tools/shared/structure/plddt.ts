import { isHydrogen, type Structure } from './structure.ts';

const MIN_RESIDUES = 10;

/**
 * Whether B factors look like pLDDT: from 0 to 100, equal for all atoms of each residue, but not for all residues.
 * Experiments with one B factor per residue look the same; callers recognise those by what the file states.
 */
export function holdsPlddt({ chains }: Structure): boolean {
  const residues = chains.flatMap(({ residues: all }) => all).filter((residue) => residue.class === 'protein');
  const several = residues.filter(({ atoms }) => atoms.filter((atom) => !isHydrogen(atom)).length > 1);
  if (several.length < MIN_RESIDUES || several.length < 0.9 * residues.length) return false;
  const isEven = several.every(({ atoms }) => atoms.every(({ bFactor }) => bFactor === atoms[0]!.bFactor));
  const values = several.map(({ atoms }) => atoms[0]!.bFactor);
  return isEven && values.every((value) => value >= 0 && value <= 100) && new Set(values).size > MIN_RESIDUES / 2;
}

/** Whether a header line names a program whose models have pLDDT instead of B factors. */
export const isPredictor = (line: string): boolean =>
  /ALPHAFOLD|ESMFOLD|ESM-?FOLD|COLABFOLD|OPENFOLD|OMEGAFOLD|ROSETTAFOLD|BOLTZ|CHAI-1|PLDDT/i.test(line);
