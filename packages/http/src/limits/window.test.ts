import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRateWindows } from '../testing/testRateWindows.ts';
import {
  type Counter,
  countAlone,
  decide,
  emptyCounter,
  fromMemory,
  type Grant,
  learn,
  ownShare,
  quotaOf,
  type Rule,
  SYNC_MS,
  spendOne,
  WINDOW_SECONDS,
} from './window.ts';

const WINDOW_MS = WINDOW_SECONDS * 1000;

const rules = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(120), fc.integer({ min: 1, max: 2_000 })),
  replicas: fc.integer({ min: 1, max: 4 }),
});

/** One replica of the model. It uses the decider as the limiter does; its database is as slow as each step says. */
interface Replica {
  counter: Counter;
  waiting: number;
  asking?: { spent: number; wanted: number; sentAt: number; grant?: Grant };
}

/** Runs several replicas over one shared window. Each step belongs to one replica; order and delays are arbitrary. */
async function play(rule: Rule, steps: Step[]) {
  let now = 1_000_000;
  const share = ownShare(rule);
  const database = testRateWindows(() => new Date(now));
  const replicas: Replica[] = Array.from({ length: rule.replicas }, () => ({ counter: emptyCounter, waiting: 0 }));
  /** Requests admitted, by the window in which they were counted. */
  const admitted = new Map<number, number>();
  const admit = ({ counter }: Replica, count: number) => {
    const window = counter.window!.startedAt.getTime();
    admitted.set(window, (admitted.get(window) ?? 0) + count);
  };

  function request(replica: Replica): void {
    const decided = fromMemory(replica.counter, rule, now, false);
    if (!decided) replica.waiting++;
    if (!decided?.admitted) return;
    replica.counter = decided.counter;
    admit(replica, 1);
    expect(now).toBeLessThan(replica.counter.window!.startedAt.getTime() + WINDOW_MS);
    expect(replica.counter.unsent).toBeLessThanOrEqual(share);
  }

  function send(replica: Replica): void {
    if (replica.asking || replica.waiting + replica.counter.unsent === 0) return;
    replica.asking = { spent: replica.counter.unsent, wanted: replica.waiting, sentAt: now };
    replica.waiting = 0;
  }

  async function execute({ counter, asking }: Replica): Promise<void> {
    if (!asking || asking.grant) return;
    const { spent, wanted } = asking;
    const window = counter.window?.startedAt;
    asking.grant = await database({ keyId: 'k', window, spent, wanted, limit: rule.limit });
  }

  function receive(replica: Replica): void {
    const { asking } = replica;
    if (!asking?.grant) return;
    replica.asking = undefined;
    replica.counter = learn(replica.counter, asking.spent, asking.grant, asking.sentAt, now);
    admit(replica, asking.grant.granted);
    if (asking.grant.granted < asking.wanted) {
      const { retryAfterSeconds } = quotaOf(replica.counter, rule.limit, now);
      expect(retryAfterSeconds).toBeLessThanOrEqual(WINDOW_SECONDS + 1);
    }
  }

  async function serve(replica: Replica): Promise<void> {
    send(replica);
    await execute(replica);
    receive(replica);
  }

  for (const step of steps) {
    const replica = replicas[step.replica % rule.replicas]!;
    now += step.ms;
    for (let n = 0; n < step.requests; n++) request(replica);
    if (step.act === 'send') send(replica);
    if (step.act === 'execute') await execute(replica);
    if (step.act === 'receive') receive(replica);
    if (step.act === 'serve') await serve(replica);
  }
  return {
    admitted,
    replicas,
    pass: (ms: number) => {
      now += ms;
    },
    now: () => now,
    serve,
    request,
  };
}

interface Step {
  replica: number;
  /** Time that passes before the step. */
  ms: number;
  /** Requests that arrive. */
  requests: number;
  act: 'nothing' | 'send' | 'execute' | 'receive' | 'serve';
}

const steps = fc.array(
  fc.record({
    replica: fc.nat(3),
    ms: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 70 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 61_000 }) },
    ),
    requests: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 300 })),
    act: fc.constantFrom<Step['act']>('nothing', 'send', 'execute', 'receive', 'serve'),
  }),
  { maxLength: 80, size: 'max' },
);

describe('replicas that share a window', () => {
  it('admit at most 5 % over the limit, for any order and delay of responses', async () => {
    await fc.assert(
      fc.asyncProperty(rules, steps, async (rule, played) => {
        const { admitted } = await play(rule, played);
        for (const count of admitted.values()) expect(count).toBeLessThanOrEqual(rule.limit * 1.05);
      }),
      { numRuns: 300 },
    );
  });

  it('admit the whole limit before any request is refused', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.array(fc.nat(3), { minLength: 1 }), async (rule, order) => {
        const model = await play(rule, []);
        for (let n = 0; n < rule.limit; n++) {
          const replica = model.replicas[order[n % order.length]! % rule.replicas]!;
          model.request(replica);
          if (replica.waiting > 0) await model.serve(replica);
        }
        expect([...model.admitted.values()]).toEqual([rule.limit]);
      }),
      { numRuns: 100 },
    );
  });

  it('admit the first request sent after exactly Retry-After, at any replica', async () => {
    await fc.assert(
      fc.asyncProperty(rules, steps, fc.nat(3), async (rule, played, other) => {
        const model = await play(rule, played);
        for (const replica of model.replicas) for (let n = 0; n < 3; n++) await model.serve(replica);
        const [refusing] = model.replicas;
        for (let n = 0; n < 3 * rule.limit; n++) model.request(refusing!);
        await model.serve(refusing!);
        expect(decide(refusing!.counter, rule, model.now())).not.toBe('admit');
        model.pass(quotaOf(refusing!.counter, rule.limit, model.now()).retryAfterSeconds * 1000);

        const sum = () => [...model.admitted.values()].reduce((one, next) => one + next, 0);
        const before = sum();
        const asked = model.replicas[other % rule.replicas]!;
        model.request(asked);
        await model.serve(asked);
        expect(sum()).toBe(before + 1);
      }),
      { numRuns: 200 },
    );
  });

  it('report admitted requests within 50 ms', () => {
    const rule = { limit: 1_000, replicas: 3 };
    const window = { startedAt: new Date(0), used: 1, lastsUntil: 60_000, overBy: 60_001 };
    const counter = spendOne({ ...emptyCounter, window }, 100);
    expect(decide(counter, rule, 100 + SYNC_MS - 1)).toBe('admit');
    expect(decide(counter, rule, 100 + SYNC_MS)).toBe('ask');
  });
});

describe('a replica’s own share', () => {
  it.each([
    [{ limit: 20, replicas: 3 }, 0],
    [{ limit: 120, replicas: 3 }, 2],
    [{ limit: 600, replicas: 3 }, 10],
    [{ limit: 6_000, replicas: 3 }, 100],
  ])('of %j is %i', (rule, share) => {
    expect(ownShare(rule)).toBe(share);
  });
});

describe('a replica without the database', () => {
  it('counts locally, with the full limit in each window', () => {
    fc.assert(
      fc.property(rules, fc.nat(100), (rule, used) => {
        let counter: Counter = emptyCounter;
        const spend = (now: number) => {
          const { admitted, counter: next } = countAlone(counter, rule, now);
          counter = next;
          return admitted;
        };
        const times = Array.from({ length: rule.limit + used + 1 }, (_, n) => n);
        expect(times.map(() => spend(5_000)).filter(Boolean)).toHaveLength(rule.limit);
        expect(quotaOf(counter, rule.limit, 5_000)).toMatchObject({ remaining: 0, retryAfterSeconds: 60 });
        expect(spend(64_999)).toBe(false);
        expect(spend(65_000)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('continues the window that it knows', () => {
    const window = { startedAt: new Date(0), used: 118, lastsUntil: 60_000, overBy: 60_005 };
    let counter: Counter = { ...emptyCounter, window };
    const words = [1, 2, 3].map(() => {
      const { admitted, counter: next } = countAlone(counter, { limit: 120, replicas: 3 }, 1_000);
      counter = next;
      return admitted;
    });
    expect(words).toEqual([true, true, false]);
    expect(quotaOf(counter, 120, 1_000)).toMatchObject({ remaining: 0, resetAt: new Date(60_000) });
  });
});
