// npm run bench [-- --only status,submit --rounds 3]: figures beside their goals, against raw peers of the same minutes.

import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/stack/paths.ts';
import { measures } from './measures.ts';
import { parseOptions, UsageError } from './options.ts';
import { describe, toTable, writeHistory } from './report.ts';
import { type Result, runMeasure } from './runMeasure.ts';
import { startWorld } from './world.ts';

const startedAt = new Date();

// Always the embedded server: figures of another one compare with nothing.
delete process.env.ROTAMER_POSTGRES_URL;

try {
  const { chosen, rounds } = parseOptions(process.argv.slice(2), measures);
  const world = await startWorld(join(defaultDataDir, 'bench'), console.log);
  const results: Result[] = [];
  try {
    for (const measure of chosen) {
      console.log(`\n${measure.title}`);
      const result = await runMeasure(measure, world, rounds, ({ value, foreign }) => {
        console.log(`  ${value.toFixed(3)}  (others used ${Math.round(foreign * 100)} % of the machine)`);
      });
      results.push(result);
      console.log(`  ${describe(result)}`);
    }
  } finally {
    await world.stop();
  }
  console.log(`\n${toTable(results)}\n\nAll rounds: ${writeHistory(results, startedAt)}`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
