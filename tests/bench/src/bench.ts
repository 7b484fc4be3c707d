// npm run bench [-- --only status,submit --rounds 3 | --peers]: figures and their goals, relative to raw baselines measured at
// the same time.

import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/folder/paths.ts';
import { measureGrowth } from './growth/growth.ts';
import { measures } from './measures.ts';
import { parseOptions, UsageError } from './options.ts';
import { compareColumns, describe, historyFile, toTable, writeHistory } from './report.ts';
import { type Result, runMeasure } from './runMeasure.ts';
import { askSystems } from './systems/askSystems.ts';
import { startWorld } from './world.ts';

// Always the embedded server: figures of another one are not comparable.
delete process.env.ROTAMER_POSTGRES_URL;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
process.exit();

/** Returns the exit code: 1 when a measure failed. The results of the others are kept. */
async function main(args: string[]): Promise<number> {
  const { chosen, rounds, peers, growth } = parseOptions(args, measures);
  if (growth) {
    console.log(`\n${await measureGrowth(join(defaultDataDir, 'growth'), growth, rounds)}`);
    return 0;
  }
  const startedAt = new Date();
  const file = historyFile(startedAt);
  const dataDir = join(defaultDataDir, 'bench');
  const world = await startWorld(dataDir, console.log);
  const results: Result[] = [];
  let broken = 0;
  try {
    for (const measure of chosen) {
      console.log(`\n${measure.name}: ${measure.title}`);
      try {
        const result = await runMeasure(measure, await measure.prepare(world), rounds, console.log);
        results.push(result);
        writeHistory(file, results, startedAt);
        console.log(`  ${describe(result)}`);
      } catch (error) {
        broken++;
        console.error(error);
      }
      await world.endMeasure();
    }
  } finally {
    await world.stop();
  }
  console.log(`\n${toTable(results)}`);
  if (peers) {
    const names = results.map(({ name }) => name);
    const columns = await askSystems(names, rounds, join(dataDir, 'systems'));
    writeHistory(file, results, startedAt, columns);
    console.log(`\n${compareColumns([{ title: 'Rotamer', results }, ...columns])}`);
  }
  console.log(`\nAll rounds: ${file}`);
  return broken > 0 ? 1 : 0;
}
