import type { PairCounts } from '../shared/msa/pairCounts.ts';
import type { ResidueKind } from '../shared/residueCodes.ts';

export interface Model {
  /** The kind of residues that it is for; undefined for both kinds. */
  kind?: ResidueKind;
  /** Unit of branch lengths. */
  unit: string;
  /** Returns infinity or NaN when the rows are too different for the model. */
  distance(counts: PairCounts): number;
}

const differences = 'differences per site';
const substitutions = 'substitutions per site';

const partDifferent = ({ compared, different }: PairCounts) => different / compared;

export const models = {
  p: { unit: differences, distance: partDifferent },
  /** Zuckerkandl and Pauling, in Evolving Genes and Proteins (1965) 97-166. */
  poisson: { unit: substitutions, distance: (counts) => -Math.log(1 - partDifferent(counts)) },
  /** Kimura, The Neutral Theory of Molecular Evolution (1983) 75: close to PAM distances up to p = 0.75. */
  kimura: {
    kind: 'protein',
    unit: substitutions,
    distance: (counts) => {
      const p = partDifferent(counts);
      return -Math.log(1 - p - 0.2 * p * p);
    },
  },
  /** Jukes and Cantor, in Mammalian Protein Metabolism (1969) 21-132. */
  jc69: {
    kind: 'dna',
    unit: substitutions,
    distance: (counts) => -0.75 * Math.log(1 - (4 / 3) * partDifferent(counts)),
  },
  /** Kimura, J. Mol. Evol. 16:111-120 (1980): counts transitions and transversions separately. */
  k80: {
    kind: 'dna',
    unit: substitutions,
    distance: ({ compared, different, transitions }) => {
      const [p, q] = [transitions / compared, (different - transitions) / compared];
      return -0.5 * Math.log(1 - 2 * p - q) - 0.25 * Math.log(1 - 2 * q);
    },
  },
} satisfies Record<string, Model>;

export type Distance = keyof typeof models;

export const modelOf = (name: unknown): Model => models[name as Distance];

/** Returns why two rows have no distance; undefined when they have one. */
export function noDistance(name: Distance, counts: PairCounts): string | undefined {
  if (counts.compared === 0) return 'have no column where both have a known residue, so they have no distance';
  if (Number.isFinite(modelOf(name).distance(counts))) return undefined;
  const percent = Math.round((100 * counts.different) / counts.compared);
  const howDifferent =
    counts.different === counts.compared ? 'have no residue in common' : `differ in ${percent} % of their columns`;
  return `${howDifferent}, so their ${name} distance is infinite; set distance to 'p' or remove one`;
}
