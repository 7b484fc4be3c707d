import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { jobLine } from '../output/jobLine.ts';

/** Returns the labels that pairs such as `plate=7` name. @throws UsageError for a text without = */
export function labelsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`A label is key=value, and not '${pair}'.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** jobs label: sets labels, as key=value, and removes those that end with a minus, as `kubectl label` does. */
export async function labelJob(
  { client, screen }: Context,
  [id, pairs]: [string, string[]],
  { name }: { name?: string },
): Promise<void> {
  const removed = pairs
    .filter((pair) => pair.endsWith('-') && !pair.includes('='))
    .map((pair) => [pair.slice(0, -1), null]);
  const set = labelsOf(pairs.filter((pair) => !(pair.endsWith('-') && !pair.includes('='))));
  const labels = { ...set, ...Object.fromEntries(removed) };
  const job = await client().jobs.update(id, {
    ...(name !== undefined && { name }),
    ...(pairs.length > 0 && { labels }),
  });
  screen.result(job, () => {
    const shown = Object.entries(job.labels ?? {}).map((pair) => pair.join('='));
    return `${jobLine(job)}${shown.length > 0 ? `  ${shown.join(' ')}` : ''}\n`;
  });
}
