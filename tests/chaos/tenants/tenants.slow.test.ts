// @module-tag tenants

import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../world.ts';
import { createAttacker } from './attacker.ts';
import { attacks } from './attacks.ts';
import { type Honest, type Seen, startHonest, summary, watch } from './honest.ts';

/** How often each attack is repeated, twice a second. Every key may send at that rate. */
const TIMES = long ? 40 : 2;
const EVERY_MS = 500;

/** Time in which calm response times are measured. */
const CALM_MS = 20_000;

/**
 * Response times (99th percentile) below these limits pass: over all attacks, and for one attack, whose percentile is a
 * single request. Only the long form measures them, because other steps run beside the short one.
 */
const UNNOTICED_MS = { all: 250, one: 1_000 };

let world: World;
let honest: Honest[];
let hostile: Workspace;

beforeAll(async () => {
  world = await openWorld({ workspaces: 0 });
  const { baseUrl, home } = world.stack;
  const contract = await loadContract(baseUrl);
  const place = { baseUrl, dataDir: home.dataDir };
  // Limits high enough for measuring. The hostile workspace keeps the default limits.
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10_000, 'jobs-per-day': 100_000 };
  const tenants = await Promise.all([1, 2].map(() => newWorkspaceOn(place, contract, { credits: 100_000, limits })));
  honest = tenants.map(startHonest);
  hostile = await newWorkspaceOn(place, contract, { credits: 100_000 });
});
afterAll(async () => {
  for (const one of honest) one.end();
  await world?.end();
});

describe(`a tenant that attacks within its rate limit (${attacks.length} ways)`, { timeout: 1_200_000 }, () => {
  it(`fails no request of other tenants${long ? ', and at most doubles their response times' : ''}`, async () => {
    if (long) await watch(honest, () => sleep(2_000)); // warms up
    const calm = long ? summary(await watch(honest, () => sleep(CALM_MS))) : undefined;
    const verdicts: { attack: string; p99: number; failed: string[]; faults: string[] }[] = [];
    const all: Seen[] = [];
    for (const attack of attacks) {
      const attacker = createAttacker(hostile);
      await attack.prepare?.(attacker);
      const seen = await watch(honest, async () => {
        const under: Promise<unknown>[] = [];
        for (let n = 0; n < TIMES; n++) {
          under.push(attack.once(attacker, n).catch(() => {}));
          await sleep(EVERY_MS);
        }
        await Promise.race([Promise.all(under), sleep(5_000)]);
      });
      attacker.release();
      all.push(...seen);
      const { p99, failed } = summary(seen);
      verdicts.push({ attack: attack.name, p99: Math.round(p99), failed, faults: attacker.faults });
    }
    const slowest = (unnoticed: number) => (calm ? Math.max(2 * calm.p99, unnoticed) : Number.POSITIVE_INFINITY);
    const bad = verdicts.filter(
      ({ p99, failed, faults }) => failed.length + faults.length > 0 || p99 > slowest(UNNOTICED_MS.one),
    );
    expect(bad).toEqual([]);
    expect(all.length).toBeGreaterThan(30);
    if (!calm) return;
    console.log(`calm p99 ${Math.round(calm.p99)} ms`, verdicts);
    expect(calm.answers).toBeGreaterThan(30);
    expect(summary(all).p99).toBeLessThan(slowest(UNNOTICED_MS.all));
  });
});
