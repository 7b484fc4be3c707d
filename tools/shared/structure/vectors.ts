/** A point or direction in space, in ångström. */
export type Vector = readonly [number, number, number];

export const pointOf = ({ x, y, z }: { x: number; y: number; z: number }): Vector => [x, y, z];

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Returns the mean of points; the origin when there are none. */
export function centroid(points: Vector[]): Vector {
  const sum: [number, number, number] = [0, 0, 0];
  for (const point of points) for (let axis = 0; axis < 3; axis++) sum[axis]! += point[axis]!;
  const count = Math.max(1, points.length);
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/**
 * Returns the corners of the smallest box around points that is parallel to the axes. There must be at least one point.
 */
export function boundsOf(points: Vector[]): { min: Vector; max: Vector } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis]!, point[axis]!);
      max[axis] = Math.max(max[axis]!, point[axis]!);
    }
  return { min, max };
}

/** Rounds a value for output. Input coordinates have three decimals. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits)) + 0;
