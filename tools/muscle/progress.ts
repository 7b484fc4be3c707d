/** The stages of `-align` and the share of time of each, in percent, measured with 45 globins. */
const stages = [
  { name: 'Calc posteriors', share: 50 },
  { name: 'Consistency (1/2)', share: 20 },
  { name: 'Consistency (2/2)', share: 20 },
  { name: 'UPGMA5', share: 5 },
  { name: 'Refining', share: 4 },
];

/** Returns the percentage of a line like `00:04 89Mb    68.7% Consistency (2/2)`; undefined for other lines. */
export function musclePercent(line: string): number | undefined {
  const [, percent, name] = /\s(\d{1,3}\.\d)% (.+)$/.exec(line.trim()) ?? [];
  let before = 0;
  for (const stage of stages) {
    if (name?.startsWith(stage.name)) return Math.floor(before + (stage.share * Number(percent)) / 100);
    before += stage.share;
  }
  return undefined;
}
