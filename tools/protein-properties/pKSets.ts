/** pK values of side chains and ends. */
interface PKSet {
  /** Groups that are charged when protonated. */
  positive: Record<string, number>;
  /** Groups that are charged when deprotonated. */
  negative: Record<string, number>;
  /** pK of the N terminus, by the first residue. */
  amino: Record<string, number> & { other: number };
  /** pK of the C terminus, by the last residue. */
  carboxyl: Record<string, number> & { other: number };
}

/** Bjellqvist et al., Electrophoresis 14:1023-1031 (1993) and 15:529-539 (1994). */
const sideChains = {
  positive: { K: 10.0, R: 12.0, H: 5.98 },
  negative: { D: 4.05, E: 4.45, C: 9.0, Y: 10.0 },
  amino: { A: 7.59, M: 7.0, S: 6.93, P: 8.36, T: 6.82, V: 7.44, E: 7.7, other: 7.5 },
};

/** Returns a set with one value for each group. */
function plainSet(
  amino: number,
  carboxyl: number,
  groups: Record<'K' | 'R' | 'H' | 'D' | 'E' | 'C' | 'Y', number>,
): PKSet {
  const { K, R, H, ...negative } = groups;
  return { positive: { K, R, H }, negative, amino: { other: amino }, carboxyl: { other: carboxyl } };
}

export const pKSets = {
  /** ExPASy ProtParam: Bjellqvist's values with 3.55 for every C terminus, as its results show. */
  protparam: { ...sideChains, carboxyl: { other: 3.55 } } as PKSet,
  /** Bjellqvist's values with special ones for D and E at the C terminus, as in Biopython. */
  bjellqvist: { ...sideChains, carboxyl: { D: 4.55, E: 4.75, other: 3.55 } } as PKSet,
  /** `Epk.dat` of EMBOSS 6.6. */
  emboss: plainSet(7.5, 3.6, { K: 10.8, R: 12.5, H: 6.5, D: 3.9, E: 4.1, C: 8.5, Y: 10.1 }),
  /** This set and the next ones are from the R package Peptides. */
  lehninger: plainSet(9.69, 2.34, { K: 10.53, R: 12.48, H: 6, D: 3.65, E: 4.25, C: 8.18, Y: 10.07 }),
  stryer: plainSet(8.2, 3.2, { K: 10, R: 12, H: 6.5, D: 4.4, E: 4.4, C: 8.5, Y: 10 }),
  dawson: plainSet(8.2, 3.2, { K: 10.5, R: 12, H: 6, D: 3.9, E: 4.3, C: 8.3, Y: 10.1 }),
};

export type PKName = keyof typeof pKSets;
