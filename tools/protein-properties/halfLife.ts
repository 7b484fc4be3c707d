/** Half-lives in mammalian reticulocytes (in vitro), yeast and Escherichia coli (in vivo), written as in ProtParam. */
const lives: Record<string, [mammalian: string, yeast: string, coli: string]> = {
  A: ['4.4 hours', '>20 hours', '>10 hours'],
  R: ['1 hours', '2 min', '2 min'],
  N: ['1.4 hours', '3 min', '>10 hours'],
  D: ['1.1 hours', '3 min', '>10 hours'],
  C: ['1.2 hours', '>20 hours', '>10 hours'],
  Q: ['0.8 hours', '10 min', '>10 hours'],
  E: ['1 hours', '30 min', '>10 hours'],
  G: ['30 hours', '>20 hours', '>10 hours'],
  H: ['3.5 hours', '10 min', '>10 hours'],
  I: ['20 hours', '30 min', '>10 hours'],
  L: ['5.5 hours', '3 min', '2 min'],
  K: ['1.3 hours', '3 min', '2 min'],
  M: ['30 hours', '>20 hours', '>10 hours'],
  F: ['1.1 hours', '3 min', '2 min'],
  P: ['>20 hours', '>20 hours', '?'],
  S: ['1.9 hours', '>20 hours', '>10 hours'],
  T: ['7.2 hours', '>20 hours', '>10 hours'],
  W: ['2.8 hours', '3 min', '2 min'],
  Y: ['2.8 hours', '10 min', '2 min'],
  V: ['100 hours', '>20 hours', '>10 hours'],
};

/**
 * Returns the half-lives by the first residue: the N-end rule of Varshavsky, PNAS 93:12142-12149 (1996), as in
 * ProtParam. Null where ProtParam has no value.
 */
export function halfLivesOf(first: string) {
  const [mammalian, yeast, coli] = lives[first] ?? [null, null, null];
  return {
    half_life_mammalian: mammalian,
    half_life_yeast: yeast,
    half_life_ecoli: coli === '?' ? null : coli,
  };
}
