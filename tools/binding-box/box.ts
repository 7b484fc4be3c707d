import { boundsOf, type Vector } from '../shared/structure/vectors.ts';

export interface BoxOptions {
  /** In ångström. */
  padding: number;
  maxSide: number;
  cubic: boolean;
}

/** Returns the box parallel to the axes around points, with padding on every side. There must be at least one point. */
export function boxAround(points: Vector[], { padding, maxSide, cubic }: BoxOptions) {
  const { min, max } = boundsOf(points);
  const center = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2);
  const sides = [0, 1, 2].map((axis) => max[axis]! - min[axis]! + 2 * padding);
  const wanted = cubic ? sides.map(() => Math.max(...sides)) : sides;
  return {
    center,
    size: wanted.map((side) => Math.min(side, maxSide)),
    clipped: wanted.some((side) => side > maxSide),
  };
}
