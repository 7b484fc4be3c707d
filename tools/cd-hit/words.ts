/** Returns the longest words that CD-HIT's guide recommends for an identity. */
export function wordLength(identity: number, kind: string): number {
  const steps = kind === 'dna' ? dnaSteps : proteinSteps;
  return steps.find(([least]) => identity >= least)![1];
}

const proteinSteps: [number, number][] = [
  [0.7, 5],
  [0.6, 4],
  [0.5, 3],
  [0, 2],
];

const dnaSteps: [number, number][] = [
  [0.95, 10],
  [0.9, 8],
  [0.88, 7],
  [0.85, 6],
  [0.8, 5],
  [0, 4],
];
