import { join } from 'node:path';
import { createRateLimiter } from '@rotamer/http/limits/rateLimiter.ts';
import type { Spending } from '@rotamer/http/limits/window.ts';
import { testRateWindows } from '@rotamer/http/testing/testRateWindows.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSpending, purgeWindows } from './rateStore.ts';

const KEY = 'abcdefgh';

async function gatewayDatabase(): Promise<Db> {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
  return db;
}

/** The limiters of several gateways over one database. */
async function gateways(replicas = 3) {
  const db = await gatewayDatabase();
  const statements = vi.fn((spending: Spending) => createSpending(db)(spending));
  const limiters = Array.from({ length: replicas }, () =>
    createRateLimiter({ spendRequests: statements, replicas, clock: systemClock, log: quietLog }),
  );
  onTestFinished(async () => {
    await Promise.all(limiters.map(({ stop }) => stop()));
  });
  return {
    db,
    statements,
    limiters,
    /** Sends requests to the gateways in round-robin order, all at once. */
    crowd: (count: number, limit: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => limiters[n % replicas]!.spend(KEY, limit))),
    row: async () => (await db.query('select key_id, used from rate_windows')).rows,
    /** Moves the beginning of the window back, in the database only. */
    pass: (ms: number) =>
      db.query('update rate_windows set started_at = started_at - make_interval(secs => $1)', [ms / 1000]),
  };
}

describe('1,000 concurrent requests to 3 gateways with a limit of 120', () => {
  it('admit 120 to 126, with fewer than 40 statements', async () => {
    const { crowd, statements } = await gateways();
    const verdicts = await crowd(1_000, 120);
    const accepted = verdicts.filter(({ admitted }) => admitted).length;
    expect(accepted).toBeGreaterThanOrEqual(120);
    expect(accepted).toBeLessThanOrEqual(126);
    expect(statements.mock.calls.length).toBeLessThan(40);
    for (const { admitted, retryAfterSeconds, resetAt } of verdicts) {
      if (admitted) continue;
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(59);
      expect(retryAfterSeconds).toBeLessThanOrEqual(61);
      expect(resetAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    }
  });

  it('are refused from memory once the window is known to be full', async () => {
    const { crowd, statements } = await gateways();
    await crowd(1_000, 120);
    statements.mockClear();
    expect((await crowd(1_000, 120)).some(({ admitted }) => admitted)).toBe(false);
    expect(statements.mock.calls.filter(([{ wanted }]) => wanted > 0)).toEqual([]);
  });
});

describe('sequential requests, at any gateway', () => {
  it('are admitted up to the limit, and at most 5 % beyond', async () => {
    const { limiters } = await gateways();
    const admitted: boolean[] = [];
    for (let n = 0; n < 130; n++) admitted.push((await limiters[n % 3]!.spend(KEY, 120)).admitted);
    expect(admitted.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => true));
    expect(admitted.slice(126).some(Boolean)).toBe(false);
  });

  it('admitted from memory are written to the database soon after', async () => {
    const { limiters, row } = await gateways();
    for (const limiter of limiters) await limiter.spend(KEY, 6_000);
    for (let n = 0; n < 5; n++) await limiters[0]!.spend(KEY, 6_000);
    await eventually(async () => (await row())[0].used === 8);
  });

  it('admitted from memory are written by one statement for many keys', async () => {
    const db = await gatewayDatabase();
    const query = vi.spyOn(db, 'query');
    const spendRequests = createSpending(db);
    const limiter = createRateLimiter({ spendRequests, replicas: 3, clock: systemClock, log: quietLog });
    onTestFinished(limiter.stop);
    const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`);
    for (const _ of ['asked', 'from memory']) await Promise.all(keys.map((key) => limiter.spend(key, 6_000)));
    query.mockClear();
    await eventually(async () => (await db.query('select from rate_windows where used = 2')).rowCount === 50);
    expect(query.mock.calls.filter(([asked]) => typeof asked === 'object')).toHaveLength(1);
  });

  it('admitted from memory are written when the gateway stops', async () => {
    const { limiters, row } = await gateways();
    for (let n = 0; n < 5; n++) await limiters[0]!.spend(KEY, 6_000);
    await limiters[0]!.stop();
    expect(await row()).toEqual([{ key_id: KEY, used: 5 }]);
  });

  it('of two keys have separate windows', async () => {
    const { limiters } = await gateways();
    const [one, other] = [await limiters[0]!.spend('one', 1), await limiters[0]!.spend('other', 1)];
    expect([one.admitted, other.admitted, one.remaining]).toEqual([true, true, 0]);
    expect((await limiters[1]!.spend('one', 1)).admitted).toBe(false);
  });

  it('use a changed limit within the current window', async () => {
    const { limiters } = await gateways();
    expect((await limiters[0]!.spend(KEY, 1)).admitted).toBe(true);
    expect((await limiters[0]!.spend(KEY, 1)).admitted).toBe(false);
    expect(await limiters[0]!.spend(KEY, 3)).toMatchObject({ admitted: true, limit: 3, remaining: 1 });
  });
});

describe('a limiter whose database is unavailable', () => {
  it('counts locally, then in the database again once it is back', async () => {
    const db = await gatewayDatabase();
    let away = true;
    const limiter = createRateLimiter({
      spendRequests: async (spending) => {
        if (away) throw new Error('connection refused');
        return createSpending(db)(spending);
      },
      replicas: 3,
      clock: systemClock,
      log: quietLog,
    });
    onTestFinished(limiter.stop);
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => limiter.spend(KEY, 40)));
    expect(verdicts.filter(({ admitted }) => admitted)).toHaveLength(40);
    expect(verdicts.at(-1)).toMatchObject({ admitted: false, retryAfterSeconds: 60 });

    away = false;
    await eventually(async () => {
      await limiter.spend(KEY, 1_000);
      return (await db.query('select from rate_windows')).rowCount === 1;
    });
  });
});

describe('the in-memory windows of tests', () => {
  it('behave like the database', async () => {
    const { db, pass } = await gateways();
    let shift = 0;
    const inMemory = testRateWindows(() => new Date(Date.now() + shift));
    const started: { real?: Date; model?: Date } = {};
    const spendings = [
      { spent: 0, wanted: 2 },
      { spent: 3, wanted: 0 },
      { spent: 1, wanted: 5 },
      { spent: 2, wanted: 1 },
      'over',
      { spent: 4, wanted: 0 },
      { spent: 4, wanted: 3 },
      { spent: 1, wanted: 9 },
    ] as const;
    for (const spending of spendings) {
      if (spending === 'over') {
        await pass(60_000);
        started.real = new Date(started.real!.getTime() - 60_000);
        shift += 60_000;
        continue;
      }
      const asked = { keyId: KEY, limit: 10, ...spending };
      const real = await createSpending(db)({ ...asked, window: started.real });
      const model = await inMemory({ ...asked, window: started.model });
      expect({ used: real.used, granted: real.granted }).toEqual({ used: model.used, granted: model.granted });
      const age = (grant: typeof real) => Math.round((grant.now.getTime() - grant.startedAt.getTime()) / 10_000);
      expect(age(real)).toBe(age(model));
      started.real = real.startedAt;
      started.model = model.startedAt;
    }
  });
});

describe('rate windows', () => {
  it('are deleted an hour after they began, and begin again', async () => {
    const { db, limiters, row, pass } = await gateways(1);
    await limiters[0]!.spend(KEY, 120);
    await purgeWindows(db);
    expect(await row()).toHaveLength(1);
    await pass(3_601_000);
    await purgeWindows(db);
    expect(await row()).toEqual([]);
    expect((await createSpending(db)({ keyId: KEY, spent: 0, wanted: 1, limit: 120 })).used).toBe(1);
  });
});
