import { ToolError } from '../contract.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import { linesOf } from '../shared/text.ts';

/**
 * Reads the lines `representative TAB member` of MMseqs2.
 *
 * @returns The indices of each cluster's sequences, beginning with the representative. The largest cluster comes first;
 * equal ones are in the order of their representatives.
 *
 * @throws ToolError unless each of `expected` sequences is in one cluster, and each representative in its own cluster.
 */
export function parsePairs(text: string, expected: number): number[][] {
  const clusters = new Map<number, number[]>();
  const seen = new Set<number>();
  for (const line of linesOf(text)) {
    if (line === '') continue;
    const [representative, member = expected] = line.split('\t').map(indexOfSafeId);
    if (representative === undefined || member >= expected || seen.has(member))
      throw wrong('a line without its sequence');
    seen.add(member);
    const members = clusters.get(representative) ?? [];
    clusters.set(representative, members);
    if (member === representative) members.unshift(member);
    else members.push(member);
  }
  if (seen.size !== expected) throw wrong(`${seen.size} of ${expected} sequences`);
  if ([...clusters].some(([representative, [first]]) => first !== representative))
    throw wrong('a cluster without representative');
  return [...clusters.values()].sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

const wrong = (what: string) => new ToolError(`mmseqs gave no usable clusters: ${what}`);
