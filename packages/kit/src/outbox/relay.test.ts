import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusMessage } from '../bus/bus.ts';
import { numbered, numberOf } from '../testing/busMessages.ts';
import type { StoredMessage } from './outbox.ts';
import { type RelayPorts, relayPass } from './relay.ts';

const BATCH = 4;
/** Each key has its own topic, as entities do; batches mix topics. */
const topics = { job_1: 'jobs', job_2: 'jobs', ws_1: 'billing' };
type Key = keyof typeof topics;

/** Where a pass crashes: at which call of publish or remove, and whether the call had its effect before. */
interface Crash {
  call: number;
  afterEffect: boolean;
}

/** What the relay works on: an outbox, a bus, and what was told in which order. */
function createWorld() {
  let outbox: StoredMessage[] = [];
  const bus: { topic: string; message: BusMessage }[] = [];
  const told: { key: Key; n: number }[] = [];

  function portsWith(crash?: Crash): RelayPorts {
    let calls = 0;
    const act = async (effect: () => void) => {
      const here = crash?.call === calls++;
      if (!here || crash?.afterEffect) effect();
      if (here) throw new Error('crash');
    };
    return {
      read: async (limit) => outbox.slice(0, limit),
      publish: (topic, messages) => act(() => bus.push(...messages.map((message) => ({ topic, message })))),
      remove: (ids) =>
        act(() => {
          outbox = outbox.filter(({ id }) => !ids.includes(id));
        }),
    };
  }

  return {
    bus,
    told,
    outbox: () => outbox,
    tell(key: Key) {
      const n = told.push({ key, n: told.length }) - 1;
      outbox.push({ ...numbered(key, n), topic: topics[key], id: n });
    },
    pass: (crash?: Crash) => relayPass(portsWith(crash), BATCH),
  };
}

type World = ReturnType<typeof createWorld>;

/** Always true, however often and wherever the relay crashed. */
function check({ outbox, bus, told }: World): void {
  for (const key of Object.keys(topics) as Key[]) {
    const toldOfKey = told.filter((message) => message.key === key).map(({ n }) => n);
    const ofKey = bus.filter(({ message }) => message.key === key);
    const heard = ofKey.map(({ message }) => numberOf(message));
    const firstHeard = [...new Set(heard)];
    // In order, nothing skipped, nothing invented; what is missing at the end still waits in the outbox.
    expect(firstHeard).toEqual(toldOfKey.slice(0, firstHeard.length));
    const waiting = outbox()
      .filter((message) => message.key === key)
      .map(numberOf);
    for (const n of toldOfKey) expect(heard.includes(n) || waiting.includes(n)).toBe(true);
    // A repetition is a whole stretch again: read from any message on, the newest comes last.
    expect(heard.at(-1)).toBe(firstHeard.at(-1));
    expect(ofKey.every(({ topic }) => topic === topics[key])).toBe(true);
  }
}

type Command = fc.AsyncCommand<object, World>;

const tell = (key: Key): Command => ({
  check: () => true,
  run: async (_, world) => {
    world.tell(key);
    check(world);
  },
  toString: () => `tell ${key}`,
});

const pass = (crash: Crash | undefined): Command => ({
  check: () => true,
  run: async (_, world) => {
    const waiting = world.outbox().length;
    const more = await world.pass(crash).catch(() => 'crashed');
    if (more !== 'crashed') expect(more).toBe(waiting >= BATCH);
    check(world);
  },
  toString: () => (crash ? `crash at ${JSON.stringify(crash)}` : 'pass'),
});

const crash = fc.record({ call: fc.nat({ max: 2 }), afterEffect: fc.boolean() });
const commands = fc.commands<object, World, false>(
  [fc.constantFrom<Key>('job_1', 'job_2', 'ws_1').map(tell), fc.option(crash, { nil: undefined }).map(pass)],
  { maxCommands: 60 },
);

describe('a relay', () => {
  it('loses nothing, keeps the order per key and at worst repeats, wherever it crashes', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (run) => {
        const world = createWorld();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
        while (await world.pass()) check(world);
        check(world);
        expect(world.outbox()).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('sends each message once when nothing crashes', async () => {
    const world = createWorld();
    for (let i = 0; i < 3 * BATCH; i++) world.tell('job_1');
    while (await world.pass()) check(world);
    expect(world.bus.map(({ message }) => numberOf(message))).toEqual(world.told.map(({ n }) => n));
  });

  it('asks nothing of the bus when there is nothing to say', async () => {
    const silent: RelayPorts = {
      read: async () => [],
      publish: () => Promise.reject(new Error('published')),
      remove: () => Promise.reject(new Error('removed')),
    };
    expect(await relayPass(silent)).toBe(false);
  });
});
