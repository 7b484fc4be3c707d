import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BesideQuestion } from './besideChild.ts';
import { startChild } from './child.ts';
import type { Measure, RunRound } from './measure.ts';
import { UsageError } from './options.ts';
import { show, table } from './report.ts';
import { mean, median } from './statistics.ts';
import { stopping } from './stopping.ts';

/** One figure of two checkouts. */
interface Pair {
  measure: Measure;
  rounds: { here: number; there: number }[];
}

const CHILD = 'tests/bench/src/besideChild.ts';

/**
 * Measures this checkout and another one, whose packages are installed. Both stacks run at the same time, and their rounds take
 * turns in the order A, B, B, A: hours of one machine differ more than versions of the code do. Returns the table of figures.
 *
 * @throws UsageError for a folder that is not such a checkout, or a measure that needs the machine for itself.
 */
export async function measureBeside(folder: string, chosen: Measure[], rounds: number): Promise<string> {
  const exclusive = chosen.filter(({ ownStack }) => ownStack).map(({ name }) => name);
  if (exclusive.length > 0)
    throw new UsageError(`These measures need the machine for themselves: ${exclusive.join(', ')}.`);
  const there = resolve(folder);
  for (const needed of [CHILD, 'node_modules']) {
    if (!existsSync(join(there, needed))) throw new UsageError(`${there} has no ${needed}.`);
  }
  const sides = [join(import.meta.dirname, '../../..'), there].map((checkout) => startChild(join(checkout, CHILD)));
  const ask = <Answer>(side: number, question: BesideQuestion) => sides[side]!.ask<Answer>(question);
  const round = async (side: number) => (await ask<Awaited<ReturnType<RunRound>>>(side, 'round')).value;
  const pairs: Pair[] = [];
  try {
    await Promise.all([ask(0, 'start'), ask(1, 'start')]);
    for (const measure of chosen) {
      const pair: Pair = { measure, rounds: [] };
      pairs.push(pair);
      console.log(`\n${measure.name}: ${measure.title}`);
      for (const side of [0, 1]) await ask(side, { prepare: measure.name });
      for (let n = 0; n < rounds; n++) {
        stopping.signal.throwIfAborted();
        const [a1, b1, b2, a2] = [await round(0), await round(1), await round(1), await round(0)];
        pair.rounds.push({ here: mean([a1, a2]), there: mean([b1, b2]) });
        console.log(`  ${show(mean([a1, a2]), measure.unit)} here, ${show(mean([b1, b2]), measure.unit)} there`);
      }
    }
    return besideTable(pairs);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** Returns the medians of both checkouts, and the median of their ratios, with its lowest and highest. */
function besideTable(pairs: Pair[]): string {
  const rows = pairs.map(({ measure: { title, unit }, rounds }) => {
    const ratios = rounds.map(({ here, there }) => here / there);
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => show(ratio, 'ratio'));
    const middles = [rounds.map(({ here }) => here), rounds.map(({ there }) => there)].map((values) =>
      show(median(values), unit),
    );
    return [title, ...middles, show(median(ratios), 'ratio'), `${low} to ${high}`];
  });
  return table(['figure', 'here', 'there', 'here ÷ there', 'min to max'], rows);
}
