import { boundsOf, centroid, rounded, type Vector } from '../shared/structure/vectors.ts';
import { MAX_SIDE, MIN_SIDE } from '../vina-dock/tool.ts';

/**
 * Returns the box around a pocket, parallel to the axes. Its center is the center of the volume, and its sides, in
 * ångström, are within the limits of `vina-dock`.
 */
export function pocketBox(voxels: Vector[], padding: number): { center: number[]; size: number[]; clipped: boolean } {
  const center = centroid(voxels);
  const { min, max } = boundsOf(voxels);
  const sides = center.map((middle, axis) => 2 * (Math.max(middle - min[axis]!, max[axis]! - middle) + padding));
  return {
    center: center.map((value) => rounded(value)),
    size: sides.map((side) => rounded(Math.min(MAX_SIDE, Math.max(MIN_SIDE, side)))),
    clipped: sides.some((side) => side > MAX_SIDE),
  };
}
