/**
 * Van der Waals radii in ångström: Bondi, J. Phys. Chem. 68:441-451 (1964), table I. Other elements, mostly metals,
 * count with 2.0.
 */
const bondi: Record<string, number> = {
  ...{ C: 1.7, N: 1.55, O: 1.52, F: 1.47, SI: 2.1, P: 1.8, S: 1.8, CL: 1.75, AS: 1.85, SE: 1.9, BR: 1.85, I: 1.98 },
};

export const radiusOf = (element: string): number => bondi[element] ?? 2;

/** Largest areas of the amino acids in ångström²: Tien et al., PLoS ONE 8:e80635 (2013), theoretical values. */
const largest: Record<string, number> = {
  ...{ ALA: 129, ARG: 274, ASN: 195, ASP: 193, CYS: 167, GLN: 225, GLU: 223, GLY: 104, HIS: 224, ILE: 197 },
  ...{ LEU: 201, LYS: 236, MET: 224, PHE: 240, PRO: 159, SER: 155, THR: 172, TRP: 285, TYR: 263, VAL: 174 },
};

export const largestArea = (residue: string): number | undefined => largest[residue];
