import type { Alignment } from './align.ts';
import type { Substitution } from './substitution.ts';

/**
 * Returns the figures that EMBOSS needle and water print above an alignment, with two differences. U and T are the same
 * base, and ambiguity codes are never identical, not even to themselves.
 */
export function measure({ query, target }: Alignment, { encode, known, scores, size }: Substitution) {
  const [a, b] = [encode(query), encode(target)];
  let [identity, similarity, gaps, unknown] = [0, 0, 0, 0];
  for (let i = 0; i < query.length; i++) {
    if (query[i] === '-' || target[i] === '-') {
      gaps++;
      continue;
    }
    const areKnown = known[a[i]!] === 1 && known[b[i]!] === 1;
    const isSame = areKnown && a[i] === b[i];
    if (!areKnown) unknown++;
    if (isSame) identity++;
    if (isSame || scores[a[i]! * size + b[i]!]! > 0) similarity++;
  }
  const length = query.length;
  const compared = length - gaps - unknown;
  return {
    length,
    identity,
    identity_pct: length === 0 ? 0 : (100 * identity) / length,
    compared,
    identity_compared_pct: compared === 0 ? null : (100 * identity) / compared,
    similarity,
    gaps,
    unknown,
  };
}
