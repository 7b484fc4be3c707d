// npm run bench [-- --only status,submit --rounds 3]: figures and their goals, relative to raw baselines measured at
// the same time.

import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/folder/paths.ts';
import { measures } from './measures.ts';
import { parseOptions, UsageError } from './options.ts';
import { describe, historyFile, toTable, writeHistory } from './report.ts';
import { type Result, runMeasure } from './runMeasure.ts';
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
  const { chosen, rounds } = parseOptions(args, measures);
  const startedAt = new Date();
  const file = historyFile(startedAt);
  const world = await startWorld(join(defaultDataDir, 'bench'), console.log);
  const results: Result[] = [];
  let broken = 0;
  try {
    for (const measure of chosen) {
      console.log(`\n${measure.name}: ${measure.title}`);
      try {
        const result = await runMeasure(measure, world, rounds, ({ value, foreign }) => {
          console.log(`  ${value.toFixed(3)}  (other programs used ${Math.round(foreign * 100)} % of the machine)`);
        });
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
  console.log(`\n${toTable(results)}\n\nAll rounds: ${file}`);
  return broken > 0 ? 1 : 0;
}
