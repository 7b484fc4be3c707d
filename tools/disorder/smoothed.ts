/** Degree of the fitted polynomial, as in metapredict. */
const DEGREE = 3;

/**
 * Applies Savitzky and Golay's filter (Anal. Chem. 36 (1964) 1627-1639): each value becomes that of the cubic
 * polynomial that best fits the window around it. The first and last half window use the polynomials of the first and
 * last whole window, as in SciPy's savgol_filter.
 *
 * @param width of the window: odd, and at most the number of values
 */
export function smoothed(values: number[], width: number): number[] {
  const projection = projectionOf(width, Math.min(DEGREE, width - 1));
  const half = (width - 1) / 2;
  return values.map((_, i) => {
    const start = Math.min(Math.max(0, i - half), values.length - width);
    const row = projection[i - start]!;
    return row.reduce((sum, weight, j) => sum + weight * values[start + j]!, 0);
  });
}

/** Returns weights: row r has the weights of a window's values in the fitted polynomial at r. */
function projectionOf(width: number, degree: number): number[][] {
  const basis = orthonormal(width, degree);
  return Array.from({ length: width }, (_, r) =>
    Array.from({ length: width }, (_, j) => basis.reduce((sum, vector) => sum + vector[r]! * vector[j]!, 0)),
  );
}

/** Returns polynomials up to a degree on equidistant points, made orthonormal by the Gram-Schmidt process. */
function orthonormal(width: number, degree: number): number[][] {
  const points = Array.from({ length: width }, (_, i) => (width === 1 ? 0 : (2 * i) / (width - 1) - 1));
  const basis: number[][] = [];
  for (let power = 0; power <= degree; power++) {
    let vector = points.map((x) => x ** power);
    for (const other of basis) {
      const overlap = vector.reduce((sum, value, i) => sum + value * other[i]!, 0);
      vector = vector.map((value, i) => value - overlap * other[i]!);
    }
    const length = Math.hypot(...vector);
    basis.push(vector.map((value) => value / length));
  }
  return basis;
}
