import { ToolError } from '../contract.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import { linesOf } from '../shared/text.ts';

export interface Cluster {
  /** Indices of the sequences, beginning with that of the representative. */
  members: { index: number; identity: number }[];
}

/**
 * Reads a `.clstr` file: `0	153aa, >s000001... *` for a representative, `… at 93.51%` for another member. The aligned
 * ranges and the strand precede the identity if they were requested.
 *
 * @throws ToolError unless each cluster has one representative and each sequence is in one cluster.
 */
export function parseClusters(text: string, expected: number): Cluster[] {
  const clusters: Cluster[] = [];
  const seen = new Set<number>();
  for (const line of linesOf(text)) {
    if (line.startsWith('>Cluster')) clusters.push({ members: [] });
    else if (line !== '') {
      const [, id, mark] = /, >(s\d+)\.\.\. (\*|at .*%)$/.exec(line) ?? [];
      const index = indexOfSafeId(id ?? '');
      if (index === undefined || seen.has(index)) throw wrong('a line without its sequence');
      seen.add(index);
      const { members } = clusters.at(-1) ?? { members: [] };
      if (mark === '*') members.unshift({ index, identity: 1 });
      else members.push({ index, identity: Number(/([\d.]+)%$/.exec(mark!)?.[1]) / 100 });
    }
  }
  if (seen.size !== expected) throw wrong(`${seen.size} of ${expected} sequences`);
  if (clusters.some(({ members }) => members[0]?.identity !== 1)) throw wrong('a cluster without representative');
  return clusters;
}

const wrong = (what: string) => new ToolError(`cd-hit gave no usable clusters: ${what}`);
