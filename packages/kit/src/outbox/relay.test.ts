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

/** What the relay works on: an outbox, a bus, and what was committed in which order. */
function createWorld() {
  let outbox: StoredMessage[] = [];
  const bus: { topic: string; message: BusMessage }[] = [];
  const committed: { key: Key; n: number }[] = [];

  function portsWith(crash?: Crash): RelayPorts {
    let calls = 0;
    const act = async (effect: () => void) => {
      const here = crash?.call === calls++;
      if (!here || crash?.afterEffect) effect();
      if (here) throw Object.assign(new Error('crash'), { code: 'ECONNRESET' });
    };
    return {
      read: async (limit) => outbox.slice(0, limit),
      publish: (topic, messages) => act(() => bus.push(...messages.map((message) => ({ topic, message })))),
      remove: (ids) =>
        act(() => {
          outbox = outbox.filter(({ id }) => !ids.includes(id));
        }),
      refused: () => Promise.reject(new Error('refused')),
    };
  }

  return {
    bus,
    committed,
    outbox: () => outbox,
    commit(key: Key) {
      const n = committed.push({ key, n: committed.length }) - 1;
      outbox.push({ ...numbered(key, n), topic: topics[key], id: n });
    },
    remove: (ids: number[]) => portsWith().remove(ids),
    pass: (crash?: Crash) => relayPass(portsWith(crash), BATCH),
  };
}

type World = ReturnType<typeof createWorld>;

/** Always true, however often and wherever the relay crashed. */
function check({ outbox, bus, committed }: World): void {
  for (const key of Object.keys(topics) as Key[]) {
    const committedOfKey = committed.filter((message) => message.key === key).map(({ n }) => n);
    const ofKey = bus.filter(({ message }) => message.key === key);
    const received = ofKey.map(({ message }) => numberOf(message));
    const firstReceived = [...new Set(received)];
    // In order, nothing skipped, nothing invented; what is missing at the end still waits in the outbox.
    expect(firstReceived).toEqual(committedOfKey.slice(0, firstReceived.length));
    const waiting = outbox()
      .filter((message) => message.key === key)
      .map(numberOf);
    for (const n of committedOfKey) expect(received.includes(n) || waiting.includes(n)).toBe(true);
    // A repetition is a whole stretch again: read from any message on, the newest comes last.
    expect(received.at(-1)).toBe(firstReceived.at(-1));
    expect(ofKey.every(({ topic }) => topic === topics[key])).toBe(true);
  }
}

type Command = fc.AsyncCommand<object, World>;

const commit = (key: Key): Command => ({
  check: () => true,
  run: async (_, world) => {
    world.commit(key);
    check(world);
  },
  toString: () => `commit ${key}`,
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
  [fc.constantFrom<Key>('job_1', 'job_2', 'ws_1').map(commit), fc.option(crash, { nil: undefined }).map(pass)],
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
    for (let i = 0; i < 3 * BATCH; i++) world.commit('job_1');
    while (await world.pass()) check(world);
    expect(world.bus.map(({ message }) => numberOf(message))).toEqual(world.committed.map(({ n }) => n));
  });

  it('asks nothing of the bus when there is nothing to say', async () => {
    const silent: RelayPorts = {
      read: async () => [],
      publish: () => Promise.reject(new Error('published')),
      remove: () => Promise.reject(new Error('removed')),
      refused: () => Promise.reject(new Error('refused')),
    };
    expect(await relayPass(silent)).toBe(false);
  });

  it.each([
    ['refuses', new Error('message too large')],
    ['takes too long for', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ])('publishes all others when the bus %s one, which waits until it is put aside', async (_, error) => {
    const world = createWorld();
    for (let i = 0; i < BATCH; i++) world.commit('job_1');
    const [poison] = world.outbox().filter((message) => numberOf(message) === 1);
    const aside = new Set<number>();
    let tries = 0;
    const ports: RelayPorts = {
      read: async (limit) =>
        world
          .outbox()
          .filter(({ id }) => !aside.has(id))
          .slice(0, limit),
      publish: async (topic, messages) => {
        if (messages.some((message) => numberOf(message) === 1)) throw error;
        world.bus.push(...messages.map((message) => ({ topic, message })));
      },
      remove: world.remove,
      refused: async ({ id }) => {
        if (++tries < 3) return false;
        aside.add(id);
        return true;
      },
    };
    const received = () => world.bus.map(({ message }) => numberOf(message));
    for (let i = 0; i < 2; i++) await expect(relayPass(ports, BATCH)).rejects.toBe(error);
    expect(received()).toEqual([0]);
    await relayPass(ports, BATCH);
    expect(received()).toEqual([0, 2, 3]);
    expect(world.outbox()).toEqual([poison]);
    expect(await relayPass(ports, BATCH)).toBe(false);
  });
});
