/** Returns Pearson's correlation to six digits, or null if the values of one side are all equal. */
export function correlation(a: number[], b: number[]): number | null {
  const [meanA, meanB] = [a, b].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length) as [
    number,
    number,
  ];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [da, db] = [value - meanA, b[i]! - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return aa > 0 && bb > 0 ? Number((ab / Math.sqrt(aa * bb)).toPrecision(6)) : null;
}
