/**
 * Returns the progress of a search, up to 99, from a line such as `Iteration 110 / LogL: -5486.411 / Time: 0h:0m:42s
 * (0h:0m:34s left)`. Returns undefined for other lines.
 */
export function percentDone(line: string): number | undefined {
  const found = /Time: (\d+)h:(\d+)m:(\d+)s \((\d+)h:(\d+)m:(\d+)s left\)/.exec(line);
  if (!found) return undefined;
  const [hours, minutes, seconds, hoursLeft, minutesLeft, secondsLeft] = found.slice(1).map(Number) as number[];
  const elapsed = 3600 * hours! + 60 * minutes! + seconds!;
  const left = 3600 * hoursLeft! + 60 * minutesLeft! + secondsLeft!;
  return Math.min(99, Math.floor((100 * elapsed) / Math.max(1, elapsed + left)));
}
