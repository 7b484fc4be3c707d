// npm run bench [-- --only status,submit --rounds 3 | --peers | --beside FOLDER]: figures and their goals, relative to raw
// baselines measured at the same time.

import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/folder/paths.ts';
import { onStopSignals } from '@rotamer/stack/supervise/stopSignals.ts';
import { measureBeside } from './beside.ts';
import { type Column, measureInto, newColumn } from './column.ts';
import { measureGrowth } from './growth/growth.ts';
import type { Measure, RunRound } from './measure.ts';
import { measures } from './measures.ts';
import { parseOptions, UsageError } from './options.ts';
import { compareColumns, describe, historyFile, toTable, writeHistory } from './report.ts';
import { stopping } from './stopping.ts';
import { askSystems } from './systems/askSystems.ts';
import { type Bench, openBench, startWorld } from './world.ts';

// Always uses the embedded server, because figures of another server are not comparable.
delete process.env.ROTAMER_POSTGRES_URL;

onStopSignals({
  drain() {
    console.log('\nStopping what was started. Press Ctrl-C again to exit at once.');
    stopping.abort();
  },
  kill: () => process.exit(1),
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(stopping.signal.aborted ? 'Stopped.' : error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
process.exit();

/** Returns the exit code: 1 if a measure failed. The results of other measures are kept. */
async function main(args: string[]): Promise<number> {
  const { chosen, rounds, peers, beside, growth } = parseOptions(args, measures);
  if (beside) {
    console.log(`\n${await measureBeside(beside, chosen, rounds)}`);
    return 0;
  }
  if (growth) {
    const columns = await measureGrowth(join(defaultDataDir, 'growth'), growth, rounds);
    return exitCode(columns);
  }
  const startedAt = new Date();
  const file = historyFile(startedAt);
  const dataDir = join(defaultDataDir, 'bench');
  const own = newColumn('Rotamer');

  async function perform(measure: Measure, prepare: () => Promise<RunRound>, { endMeasure }: Bench): Promise<void> {
    await measureInto(own, measure, prepare, rounds);
    const result = own.results.find(({ name }) => name === measure.name);
    if (result) console.log(`  ${describe(result)}`);
    writeHistory(file, own.results, startedAt);
    await endMeasure();
  }

  const bench = openBench(dataDir);
  try {
    for (const measure of chosen) if (measure.ownStack) await perform(measure, () => measure.prepare(bench), bench);
  } finally {
    await bench.stop();
  }
  const ofWorld = chosen.filter((measure) => !measure.ownStack);
  const world = ofWorld.length > 0 ? await startWorld(dataDir, console.log) : undefined;
  try {
    for (const measure of ofWorld) await perform(measure, () => measure.prepare(world!), world!);
  } finally {
    await world?.stop();
  }
  console.log(`\n${toTable(own.results)}`);
  const others = peers ? await askSystems(own, rounds, join(dataDir, 'systems')) : [];
  if (peers) {
    writeHistory(file, own.results, startedAt, others);
    console.log(`\n${compareColumns([own, ...others])}`);
  }
  console.log(`\nAll rounds: ${file}`);
  return exitCode([own, ...others]);
}

/** Returns 1 if a measure failed. */
function exitCode(columns: Column[]): number {
  return columns.some(({ failed }) => failed.length > 0) ? 1 : 0;
}
