// One of the two checkouts of `npm run bench -- --beside`: runs a stack of this checkout, and one round whenever the parent asks.

import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/folder/paths.ts';
import { onStopSignals } from '@rotamer/stack/supervise/stopSignals.ts';
import { answerParent } from './child.ts';
import type { RunRound } from './measure.ts';
import { measures } from './measures.ts';
import { stopping } from './stopping.ts';
import { startWorld, type World } from './world.ts';

/** `round` repeats the measure that was prepared last. */
export type BesideQuestion = 'start' | { prepare: string } | 'round';

// Always the embedded server, as in bench.ts.
delete process.env.ROTAMER_POSTGRES_URL;

let starting: Promise<World> | undefined;
let run: RunRound | undefined;

// The parent stops when its round has ended, and then leaves.
onStopSignals({ drain: () => stopping.abort(), kill: () => process.exit(1) });

answerParent<BesideQuestion>(
  async (question) => {
    starting ??= startWorld(join(defaultDataDir, 'beside'), console.log);
    const world = await starting;
    if (question === 'start') return;
    if (question === 'round') return run!();
    await world.endMeasure();
    const measure = measures.find(({ name }) => name === question.prepare);
    if (!measure) throw new Error(`this checkout has no measure ${question.prepare}`);
    run = await measure.prepare(world);
    await run(); // warm-up
  },
  // The other checkout may have failed while this one still starts.
  async () => {
    stopping.abort();
    const world = await starting?.catch(() => undefined);
    await world?.stop();
  },
);
