import { whileWanted } from '@rotamer/kit/process/callSignal.ts';
import type { Measure, RunRound } from './measure.ts';
import { type Result, runMeasure } from './runMeasure.ts';
import { stopping } from './stopping.ts';

/** The figures of one system, or of one stage of growth. */
export interface Column {
  title: string;
  results: Result[];
  /** Measures that ended with an error. */
  failed: string[];
}

export const newColumn = (title: string): Column => ({ title, results: [], failed: [] });

/**
 * Adds a measure's result. An error is printed and recorded, and the next measure can go on.
 *
 * @throws when the bench is stopped.
 */
export async function measureInto(
  column: Column,
  measure: Measure,
  prepare: () => Promise<RunRound | undefined>,
  rounds: number,
): Promise<void> {
  console.log(`\n${column.title}, ${measure.name}: ${measure.title}`);
  try {
    const run = await prepare();
    stopping.signal.throwIfAborted();
    if (!run) return;
    const work = runMeasure(measure, run, rounds, console.log);
    column.results.push(await whileWanted(work, stopping.signal));
  } catch (error) {
    stopping.signal.throwIfAborted();
    column.failed.push(measure.name);
    console.error(error);
  }
}
