// @module-tag kills

import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '@rotamer/deploy/services.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLoad } from './load.ts';
import { randomFrom, seed } from './random.ts';
import { openWorld } from './world.ts';

const KILLS = long ? 200 : 10;

/** Pause between two kills, so that each kill happens under load. */
const PAUSE_MS = 2_500;

const SERVICES = services.map(({ name }) => name);

describe(`${KILLS} × kill -9 of random services under load (ROTAMER_CHAOS_SEED=${seed})`, () => {
  it('loses no accepted job, charges nothing twice, and every job ends', { timeout: 1_800_000 }, async () => {
    const world = await openWorld({ workspaces: 4, args: ['--gateways', '2'] });
    onTestFinished(world.end);
    const load = startLoad(world.workspaces);
    const random = randomFrom(seed);
    for (let n = 0; n < KILLS; n++) {
      await sleep(PAUSE_MS);
      const pids = world.pidsOf(SERVICES[Math.floor(random() * SERVICES.length)]!);
      const victim = pids[Math.floor(random() * pids.length)];
      if (victim) kill(victim, 'SIGKILL');
    }
    const history = await load.stop();
    const { violations, facts } = await world.settle(history);
    expect(violations).toEqual([]);
    expect(facts.jobs.length).toBeGreaterThan(KILLS);
    expect(facts.jobs.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(KILLS / 2);
  });
});
