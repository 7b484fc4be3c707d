import type { Alignment } from './align.ts';
import type { Substitution } from './substitution.ts';

/** What EMBOSS needle and water print above an alignment. */
export function measure({ query, target }: Alignment, matrix: Substitution) {
  const [a, b] = [matrix.encode(query.replaceAll('-', 'X')), matrix.encode(target.replaceAll('-', 'X'))];
  let [identity, similarity, gaps] = [0, 0, 0];
  for (let i = 0; i < query.length; i++) {
    const isGap = query[i] === '-' || target[i] === '-';
    const isSame = !isGap && query[i] === target[i];
    if (isGap) gaps++;
    if (isSame) identity++;
    if (isSame || (!isGap && matrix.scores[a[i]! * matrix.size + b[i]!]! > 0)) similarity++;
  }
  const length = query.length;
  return { length, identity, identity_pct: length === 0 ? 0 : (100 * identity) / length, similarity, gaps };
}
