import { type PackedBits, tanimoto } from '../shared/fingerprints.ts';

/**
 * Butina, J. Chem. Inf. Comput. Sci. 39:747-750 (1999), as RDKit's `Butina.ClusterData` does it: the molecule with the
 * most neighbours and all of them that are still free make a cluster; of equal ones the last comes first.
 *
 * @param cutoff greatest distance, 1 - Tanimoto coefficient, of a neighbour
 * @returns indices, the centroid first
 */
export function butina(fingerprints: PackedBits[], cutoff: number): number[][] {
  const neighbours = neighbourLists(fingerprints, cutoff);
  const order = [...neighbours.keys()].sort((a, b) => neighbours[b]!.length - neighbours[a]!.length || b - a);
  const taken = new Set<number>();
  const clusters: number[][] = [];
  for (const centroid of order) {
    if (taken.has(centroid)) continue;
    const members = [centroid, ...neighbours[centroid]!.filter((index) => !taken.has(index))];
    for (const member of members) taken.add(member);
    clusters.push(members);
  }
  return clusters;
}

function neighbourLists(fingerprints: PackedBits[], cutoff: number): number[][] {
  const lists: number[][] = fingerprints.map(() => []);
  for (let i = 0; i < fingerprints.length; i++) {
    for (let j = 0; j < i; j++) {
      if (1 - tanimoto(fingerprints[i]!, fingerprints[j]!) > cutoff) continue;
      lists[i]!.push(j);
      lists[j]!.push(i);
    }
  }
  return lists;
}
