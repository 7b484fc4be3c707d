import { watchForeignLoad } from './machine/foreignLoad.ts';
import type { Details, Measure } from './measure.ts';
import { isCalm, type Round, type Summary, summarise } from './statistics.ts';
import type { World } from './world.ts';

/** The results of a measure, disturbed rounds included. */
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
  measure: Measure,
  world: World,
  wanted: number,
  onRound: (round: Round) => void,
): Promise<Result> {
  const run = await measure.prepare(world);
  await run(); // warm-up: caches fill, code is compiled
  const rounds: Result['rounds'] = [];
  while (rounds.filter(isCalm).length < wanted && rounds.length < 2 * wanted) {
    const foreign = watchForeignLoad();
    const outcome = await run();
    const round = { ...outcome, foreign: foreign() };
    rounds.push(round);
    onRound(round);
  }
  const { name, title, unit, goal } = measure;
  return { name, title, unit, goal, summary: summarise(rounds, wanted, goal), rounds };
}
