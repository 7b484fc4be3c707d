import { type PackedBits, tanimoto } from '../shared/fingerprints.ts';

/**
 * Clusters as in Butina, J. Chem. Inf. Comput. Sci. 39:747-750 (1999), like RDKit's `Butina.ClusterData`. The molecule
 * with the most neighbours forms a cluster with all of them that are still free. Of molecules with equally many
 * neighbours, the last one comes first.
 *
 * @param cutoff greatest distance, 1 - Tanimoto coefficient, of a neighbour
 *
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
