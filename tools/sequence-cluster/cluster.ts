import { substitution } from '../pairwise-align/substitution.ts';
import { goOn } from '../shared/pause.ts';
import { globalIdentity } from './globalIdentity.ts';

export interface Cluster {
  /** Indices of the sequences. The representative is the first member. */
  members: { index: number; identity: number }[];
}

interface Coded {
  index: number;
  codes: Uint8Array;
  composition: Uint32Array;
}

/** Cells between two checks of the stop signal. */
const CELLS_PER_PAUSE = 20_000_000;

/**
 * Clusters sequences greedily as CD-HIT does with `-g 1` (Li and Godzik, Bioinformatics 22:1658, 2006), but with
 * alignments instead of a word filter. The longest sequences come first. Each sequence joins the most similar
 * representative that is similar enough, or becomes a representative. Sequences of equal length keep the order of the
 * input.
 *
 * @returns The clusters of the sequences processed before `signal` stopped the work.
 */
export async function clusterSequences(
  sequences: string[],
  { identity, coverage }: { identity: number; coverage: number },
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<Cluster[]> {
  const matrix = substitution('BLOSUM62', 'protein');
  const order = [...sequences.keys()].sort((i, j) => sequences[j]!.length - sequences[i]!.length || i - j);
  const clusters: { representative: Coded; members: Cluster['members'] }[] = [];
  let cells = 0;
  for (const [done, index] of order.entries()) {
    const one = code(index, sequences[index]!, matrix.encode);
    const length = one.codes.length;
    let best: { members: Cluster['members']; identity: number } | undefined;
    for (const { representative, members } of clusters) {
      // No alignment can have more identical residues than this bound, so no match is missed.
      if (mostIdentical(one, representative) < identity * length) continue;
      cells += length * representative.codes.length;
      if (cells > CELLS_PER_PAUSE) {
        cells = 0;
        if (!(await goOn(signal))) return clusters;
      }
      const { identical, aligned } = globalIdentity(representative.codes, one.codes, matrix);
      const found = identical / length;
      const fits = found >= identity && aligned >= coverage * length;
      if (fits && found > (best?.identity ?? 0)) best = { members, identity: found };
    }
    if (best) best.members.push({ index, identity: best.identity });
    else clusters.push({ representative: one, members: [{ index, identity: 1 }] });
    progress(done + 1);
    if (!(await goOn(signal))) break;
  }
  return clusters;
}

function code(index: number, sequence: string, encode: (sequence: string) => Uint8Array): Coded {
  const codes = encode(sequence);
  const composition = new Uint32Array(32);
  for (const one of codes) composition[one]!++;
  return { index, codes, composition };
}

/**
 * Returns an upper bound for the identical residues of any alignment: the residues that both sequences have, in any
 * order.
 */
function mostIdentical(a: Coded, b: Coded): number {
  let shared = 0;
  for (let i = 0; i < a.composition.length; i++) shared += Math.min(a.composition[i]!, b.composition[i]!);
  return shared;
}
