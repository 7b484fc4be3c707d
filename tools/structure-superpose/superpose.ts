import { centroid, minus, type Vector } from '../shared/structure/vectors.ts';

export interface Superposition {
  /** Rows of the matrix R. A moved point is R·x + t. */
  rotation: [Vector, Vector, Vector];
  translation: Vector;
  /** Root mean square distance of the pairs after the move, in the unit of the points. */
  rmsd: number;
}

/**
 * Returns the rotation and translation that move points onto their partners with the least sum of squared distances.
 * The result is never a reflection. Quaternion method: Horn, J. Opt. Soc. Am. A 4:629-642 (1987); the same optimum as
 * Kabsch, Acta Cryst. A32:922-923 (1976).
 *
 * @param mobile Points to move. `reference` has the same number, at least one.
 */
export function superpose(mobile: Vector[], reference: Vector[]): Superposition {
  const [from, to] = [centroid(mobile), centroid(reference)];
  const s = correlation(mobile, from, reference, to);
  const rotation = rotationOf(largestEigenvector(keyMatrix(s)));
  const translation = minus(to, apply(rotation, from));
  let sum = 0;
  for (const [i, point] of mobile.entries()) {
    // Uses centred points, because far from the origin the sum of squares would lose digits.
    const moved = apply(rotation, minus(point, from));
    const apart = minus(moved, minus(reference[i]!, to));
    sum += apart[0] ** 2 + apart[1] ** 2 + apart[2] ** 2;
  }
  return { rotation, translation, rmsd: Math.sqrt(sum / mobile.length) };
}

export const move = ({ rotation, translation }: Omit<Superposition, 'rmsd'>, point: Vector): Vector => {
  const [x, y, z] = apply(rotation, point);
  return [x + translation[0], y + translation[1], z + translation[2]];
};

const apply = (rotation: readonly Vector[], [x, y, z]: Vector): Vector =>
  rotation.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Vector;

/** Returns sums of products of coordinates. s[a][b] is over mobile axis a and reference axis b. */
function correlation(mobile: Vector[], from: Vector, reference: Vector[], to: Vector): number[][] {
  const s = [0, 1, 2].map(() => [0, 0, 0]);
  for (const [i, point] of mobile.entries()) {
    const [a, b] = [minus(point, from), minus(reference[i]!, to)];
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++) s[row]![column]! += a[row]! * b[column]!;
  }
  return s;
}

/**
 * Returns Horn's symmetric matrix. The eigenvector of its largest eigenvalue is the quaternion of the best rotation.
 */
function keyMatrix(s: number[][]): number[][] {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s as unknown as [Vector, Vector, Vector];
  return [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
}

const MAX_SWEEPS = 50;

/**
 * Returns the eigenvector of a symmetric 4×4 matrix by cyclic Jacobi rotations (Golub and Van Loan, Matrix
 * Computations, section 8.5).
 */
function largestEigenvector(matrix: number[][]): number[] {
  const a = matrix.map((row) => [...row]);
  const v = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  const size = a.length;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let off = 0;
    let scale = 0;
    for (let p = 0; p < size; p++)
      for (let q = 0; q < size; q++) {
        if (p !== q) off += a[p]![q]! ** 2;
        scale += a[p]![q]! ** 2;
      }
    if (off <= 1e-30 * scale) break;
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(a, v, p, q);
  }
  let best = 0;
  for (let i = 1; i < size; i++) if (a[i]![i]! > a[best]![best]!) best = i;
  return v.map((row) => row[best]!);
}

/** Makes a[p][q] zero. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const apq = a[p]![q]!;
  if (apq === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const row of a) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
  const [rowP, rowQ] = [a[p]!, a[q]!];
  for (let k = 0; k < rowP.length; k++) [rowP[k], rowQ[k]] = [c * rowP[k]! - s * rowQ[k]!, s * rowP[k]! + c * rowQ[k]!];
  for (const row of v) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
}

function rotationOf([w, x, y, z]: number[]): [Vector, Vector, Vector] {
  const [a, b, c, d] = [w!, x!, y!, z!];
  return [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
  ];
}
