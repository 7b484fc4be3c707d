// @module-tag kills

import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomFrom, seed } from './random.ts';
import { findRunViolations } from './runs/runChecker.ts';
import { readRunFacts, readUnfinishedRuns } from './runs/runFacts.ts';
import { readCharges, startRunLoad } from './runs/runLoad.ts';
import { openWorld } from './world.ts';

const [KILLS, RUNS] = long ? [100, 200] : [6, 4];

/** Longest pause between two kills; the average is half of it. A service takes two seconds to restart. */
const PAUSE_MS = long ? 6_000 : 3_000;

/** The services that are killed, in this order. */
const VICTIMS = ['workflows', 'jobs', 'billing', 'files', 'runner', 'gateway'];

describe(`${KILLS} × kill -9 during ${RUNS} runs of 20 nodes (ROTAMER_CHAOS_SEED=${seed})`, () => {
  it('ends every run, launches each job once, and charges each run for its jobs', {
    timeout: 3_600_000,
  }, async () => {
    const world = await openWorld({ workspaces: long ? 3 : 2 });
    onTestFinished(world.end);
    const load = await startRunLoad(world.workspaces);
    const random = randomFrom(seed);
    for (let n = 0; n < KILLS; n++) {
      // Kills are spread over all runs at any speed of the machine. A job whose runner dies three times would fail for
      // good.
      await waitFor('more runs', () => load.history.length >= (n * RUNS) / KILLS, { timeoutMs: 600_000 });
      await sleep(random() * PAUSE_MS);
      for (const pid of world.pidsOf(VICTIMS[n % VICTIMS.length]!)) kill(pid, 'SIGKILL');
    }
    const history = await load.stop(RUNS);
    const isSettled = async () => (await readUnfinishedRuns(world.url)) === 0;
    await waitFor('every run to be settled', isSettled, { timeoutMs: 180_000 }).catch(() => {
      // A timeout is ignored here, because the checker reports what is unfinished.
    });
    await readCharges(world.workspaces, history);
    const { violations } = await world.settle({ submissions: [], cancellations: [] });
    expect([...findRunViolations(history, await readRunFacts(world.url)), ...violations]).toEqual([]);
    expect(history.length).toBeGreaterThanOrEqual(RUNS);
    const ledger = await world.workspaces[0]!.admin.command('ledger check');
    expect(ledger).toMatchObject({ balanced: true, open_holds: 0 });
  });
});
