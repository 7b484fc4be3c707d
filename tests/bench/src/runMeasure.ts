import { watchForeignLoad } from './machine/foreignLoad.ts';
import type { Details, Measure, RunRound } from './measure.ts';
import { isCalm, type Round, type Summary, summarise } from './statistics.ts';

/** The results of a measure, including disturbed rounds. */
export interface Result {
  name: string;
  title: string;
  unit: Measure['unit'];
  goal: Measure['goal'];
  summary: Summary;
  rounds: (Round & { details?: Details })[];
}

/** Runs a measure until it has enough calm rounds, or twice as many rounds in total. */
export async function runMeasure(
  { name, title, unit, goal }: Measure,
  run: RunRound,
  wanted: number,
  report: (line: string) => void,
): Promise<Result> {
  await run(); // warm-up: caches fill, and code is compiled
  const rounds: Result['rounds'] = [];
  while (rounds.filter(isCalm).length < wanted && rounds.length < 2 * wanted) {
    const foreign = watchForeignLoad();
    const outcome = await run();
    const round = { ...outcome, foreign: foreign() };
    rounds.push(round);
    report(`  ${round.value.toFixed(3)}  (other programs used ${Math.round(round.foreign * 100)} % of the machine)`);
  }
  return { name, title, unit, goal, summary: summarise(rounds, wanted, goal), rounds };
}
