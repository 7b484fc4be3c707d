import type { Vector } from '../shared/structure/vectors.ts';

/** A sphere of the surface: an atom with its van der Waals radius, in ångström. */
export interface Sphere {
  center: Vector;
  radius: number;
}

/**
 * Returns points spread evenly over the unit sphere on a golden spiral: Saff and Kuijlaars, Math. Intell. 19:5-11
 * (1997).
 */
export function spherePoints(count: number): Vector[] {
  const turn = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    return [Math.cos(i * turn) * r, Math.sin(i * turn) * r, z];
  });
}

/**
 * Yields the accessible area of each sphere in ångström²: the part of the sphere of radius + probe that lies in no
 * other such sphere. Shrake and Rupley, J. Mol. Biol. 79:351-371 (1973). Yields after each atom, so that a caller can
 * stop.
 */
export function* accessibleAreas(spheres: Sphere[], probe: number, points: Vector[]): Generator<number> {
  const grown = spheres.map(({ center, radius }) => ({ center, radius: radius + probe }));
  const neighboursOf = neighbourhoods(grown);
  for (const [i, { center, radius }] of grown.entries()) {
    const near = neighboursOf(i);
    let exposed = 0;
    // The sphere that hid the last point is tested first, because it mostly hides the next point too.
    let last = 0;
    for (const point of points) {
      const x = center[0] + radius * point[0];
      const y = center[1] + radius * point[1];
      const z = center[2] + radius * point[2];
      let hidden = false;
      for (let k = 0; k < near.length && !hidden; k++) {
        const at = (last + k) % near.length;
        const other = near[at]!;
        const dx = x - other.center[0];
        const dy = y - other.center[1];
        const dz = z - other.center[2];
        hidden = dx * dx + dy * dy + dz * dz < other.radius * other.radius;
        if (hidden) last = at;
      }
      if (!hidden) exposed++;
    }
    yield (4 * Math.PI * radius * radius * exposed) / points.length;
  }
}

/**
 * Returns a function that finds the spheres overlapping the i-th one, in a grid of cubes as large as the largest reach.
 */
function neighbourhoods(spheres: Sphere[]): (i: number) => Sphere[] {
  const reach = 2 * spheres.reduce((largest, { radius }) => Math.max(largest, radius), 0);
  const cells = new Map<string, number[]>();
  const cellOf = ({ center }: Sphere) => center.map((value) => Math.floor(value / reach));
  for (const [i, sphere] of spheres.entries()) {
    const key = cellOf(sphere).join();
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  return (i) => {
    const sphere = spheres[i]!;
    const [cx, cy, cz] = cellOf(sphere) as [number, number, number];
    const near: Sphere[] = [];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const j of cells.get([cx + dx, cy + dy, cz + dz].join()) ?? [])
            if (j !== i && overlap(sphere, spheres[j]!)) near.push(spheres[j]!);
    return near;
  };
}

function overlap(a: Sphere, b: Sphere): boolean {
  const [dx, dy, dz] = [0, 1, 2].map((axis) => a.center[axis]! - b.center[axis]!) as [number, number, number];
  return dx * dx + dy * dy + dz * dz < (a.radius + b.radius) ** 2;
}
